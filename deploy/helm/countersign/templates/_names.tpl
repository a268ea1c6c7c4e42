{{/* The name of everything of this release, at most 40 characters: what follows it is at most 22 long. */}}
{{- define "countersign.name" -}}
{{- .Values.nameOverride | default .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* What the pods of one part are selected by. Of a list: the root, and the name of the part. */}}
{{- define "countersign.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: countersign
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "countersign.labels" -}}
{{- $root := index . 0 -}}
{{ include "countersign.selector" . }}
app.kubernetes.io/part-of: countersign
app.kubernetes.io/version: {{ $root.Values.image.tag | default $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ $root.Chart.Name }}-{{ $root.Chart.Version }}
{{- end -}}

{{/* Of a list: the root, the name of the image, and its digest. */}}
{{- define "countersign.image" -}}
{{- $root := index . 0 -}}
{{- $digest := index . 2 -}}
{{ $root.Values.image.prefix }}/{{ index . 1 }}{{ if $digest }}@{{ $digest }}{{ else }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}{{ end }}
{{- end -}}

{{/* A host and its port, of an address. */}}
{{- define "countersign.host" -}}
{{- (urlParse .).hostname -}}
{{- end -}}
