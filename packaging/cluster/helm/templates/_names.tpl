{{- /* A language as a consumer's name has it. */ -}}
{{- define "sotto.language" -}}
{{- $codes := dict "en" "eng_Latn" "ja" "jpn_Jpan" "fr" "fra_Latn" "de" "deu_Latn" "es" "spa_Latn" "it" "ita_Latn" "pt" "por_Latn" "ko" "kor_Hang" -}}
{{- if hasKey $codes . -}}
{{- get $codes . -}}
{{- else if regexMatch "^[a-z]{3}_[A-Z][a-z]{3}$" . -}}
{{- . -}}
{{- else -}}
{{- fail (printf "autoscaling: %s is no language that its consumer can be told by, expected one such as eng_Latn" .) -}}
{{- end -}}
{{- end -}}
