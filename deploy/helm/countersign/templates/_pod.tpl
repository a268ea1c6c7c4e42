{{/* What a pod and a container may: nothing that they do not need. */}}
{{- define "countersign.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "countersign.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* Variables: first texts, then a file for each secret. Of a dictionary: variables and secrets. */}}
{{- define "countersign.environment" -}}
{{- range $name, $value := .variables }}
{{- if not (hasKey $.secrets $name) }}
- { name: {{ $name }}, value: {{ kindIs "float64" $value | ternary (printf "%.0f" $value) (toString $value) | quote }} }
{{- end }}
{{- end }}
{{- range $name, $key := .secrets }}
- { name: {{ $name }}_FILE, value: {{ printf "/run/secrets/countersign/%s" $key | quote }} }
{{- end }}
{{- end -}}

{{/* The keys of the Secret that a pod gets as files, and no other ones. Of a list: the root, and the secrets. */}}
{{- define "countersign.secretVolume" -}}
{{- $root := index . 0 -}}
- name: secrets
  secret:
    secretName: {{ $root.Values.secretName }}
    defaultMode: 0440
    items:
      {{- range $key := index . 1 | values | uniq | sortAlpha }}
      - { key: {{ $key | quote }}, path: {{ $key | quote }} }
      {{- end }}
{{- end -}}

{{- define "countersign.secretMount" -}}
- { name: secrets, mountPath: /run/secrets/countersign, readOnly: true }
{{- end -}}

{{/* Alive: the process answers, whatever the database does. Ready: it wants requests. */}}
{{- define "countersign.probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 2
  failureThreshold: 30
livenessProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /health/ready, port: http }
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
{{- end -}}
