{{/* What each service of this release is: its values, its ports, and the variables that the chart sets. */}}
{{- define "countersign.parts" -}}
authorization-server:
  values: authorizationServer
  ports: [http{{ if .Values.adminUrl }}, admin{{ end }}{{ if .Values.metrics.enabled }}, metrics{{ end }}]
  variables:
    ISSUER: {{ .Values.issuer | quote }}
    USERINFO_RESOURCE: {{ .Values.resource | quote }}
    TRUSTED_PROXIES: {{ .Values.trustedProxies | quote }}
    {{- if .Values.adminUrl }}
    ADMIN_URL: {{ .Values.adminUrl | quote }}
    ADMIN_HOST: 0.0.0.0
    ADMIN_PORT: 4007
    {{- end }}
    {{- include "countersign.metrics" . | nindent 4 }}
resource-server:
  values: resourceServer
  ports: [http{{ if .Values.metrics.enabled }}, metrics{{ end }}]
  variables:
    ISSUER: {{ .Values.issuer | quote }}
    RESOURCE: {{ .Values.resource | quote }}
    {{- include "countersign.metrics" . | nindent 4 }}
{{- if .Values.adminConsole.enabled }}
admin-console:
  values: adminConsole
  ports: [http]
  variables:
    ISSUER: {{ .Values.issuer | quote }}
    CONSOLE_URL: {{ .Values.consoleUrl | quote }}
    ADMIN_API: {{ printf "%s/admin/api/v1" .Values.adminUrl | quote }}
{{- end }}
{{- end -}}

{{- define "countersign.metrics" -}}
{{- if .Values.metrics.enabled -}}
METRICS_HOST: 0.0.0.0
METRICS_PORT: 9464
{{- end -}}
{{- end -}}

{{/* The numbers of the ports. The images listen at 4000. */}}
{{- define "countersign.port" -}}
{{- get (dict "http" 4000 "admin" 4007 "metrics" 9464) . -}}
{{- end -}}
