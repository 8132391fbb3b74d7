#include "text/data/software_names.h"

namespace sotto::text {

const std::string_view kSoftwareNames = R"(
.net actix aiohttp airbyte akka alembic angularjs ansible anyio apache2 argocd argparse asana
asciidoc asp.net astropy async-std asyncio asyncpg auth0 autoconf automake autopep8 autoprefixer
avro aws-cli axios axum bazel beautifulsoup beautifulsoup4 bigquery bitbucket bitnami boto3
botocore brotli bs4 btrfs buildah buildkite c# c++ c++11 c++14 c++17 c++20 c++23 capistrano capnp
cargo-watch catboost chromadb chromium circleci clang clang-format clang-tidy clickhouse clojure
cloudflare cloudwatch cmake cmder cobol cockroachdb cocoapods codecov coffeescript conda
containerd coreutils crewai cuda cudnn cupy cursorrules cython dagster dask datadog dayjs dbt
debian deepspeed deno django docker docker-compose dockerfile docusaurus dotnet doxygen
drizzle-orm drupal duckdb dynamodb eclipse-temurin ecto elasticsearch electron.js emacs
emscripten erlang esbuild eslint etcd express.js faiss fastapi fastify fastlane ffmpeg
ffmpeg-python ffprobe figma firebase firestore flake8 flatbuffers flatpak flink fluentd formik
fortran freebsd fzf gatsby gatsbyjs gcc gcloud gdb gensim gevent ggplot2 gitea github gitlab
glibc gnupg godot gofmt golang golangci-lint golint gopls gorm gradio gradle grafana graphql
graphviz grep grpc gstreamer gtk gulp.js gunicorn gzip hadoop hapi haproxy haskell hasura hdfs
helmfile heroku highcharts htmx htop httpd httpie httpx huggingface hyperfine imageio imagemagick
influxdb ipykernel ipython isort istio java javascript jax jdk jekyll jenkins jinja jinja2 jira
joblib joi jooq jotai jq jquery jsdom json.net jsonnet jsonschema junit jupyter jupyterlab k3s k6
k8s k9s kafka keras kerberos keycloak kibana knex koa kotlin ktor kubeadm kubectl kubelet
kubernetes kustomize langchain langgraph langsmith laravel launchdarkly ldap lerna libcurl libpng
libuv libxml2 lightgbm linkerd linux llama.cpp lldb llvm lodash log4j logrus logstash lombok
ltrace lua luxon lz4 lzma macos magento magick mariadb markdownlint matplotlib mcp memcached
metabase milvus minikube minio mistralai mkdocs mlflow mobx mockito moment.js mongodb mongosh
mosquitto mpich mqtt msbuild msgpack mypy mysql mysqld nats neo4j neovim nest.js nestjs netbsd
netlify networkx next.js nextauth nginx ngrx nltk nmap node-gyp node.js nodemon nox npx ntfs
nuget numba numpy nuxt nuxt.js nvcc nvidia nvim oauth ocaml okta ollama onnx openai openapi
openbsd opencl opencode opencv opengl openjdk openmp openpyxl openrouter opensearch openshift
openssh openssl opentelemetry openvpn osquery otel paddlepaddle pandas pgadmin pgadmin4 pgbouncer
pgvector php phpmyadmin phpstan phpunit pinia pip3 pipenv pipx playwright plotly pm2 pnpm podman
podman-compose polars postcss postgis postgres postgresql powershell pre-commit preact primeng
prisma prometheus promtail protobuf protoc psql psutil psycopg psycopg2 pulumi pyarrow pybind11
pycharm pydantic pydub pyenv pygame pygments pyinstaller pylint pymongo pyodide pyproject pyqt
pyright pyspark pysqlite pytest pytest-cov python python2 python3 pytorch pytorch-lightning
pywin32 qdrant qemu qiskit rabbitmq rayon-rs rclone react-dom react-hook-form react-native
react-query react-router react.js readthedocs redis redis-py redux redux-toolkit renovatebot
reqwest rhel ripgrep rollup.js rspec rsync rsyslog rubocop rubygems rustc rustfmt rustup rxjs s3
saltstack sbt scala scapy scikit-image scikit-learn scipy scp seaborn selenium selenium-webdriver
sendgrid serde serde_json setuptools shadcn shap shellcheck shopify sidekiq sinatra sinon sklearn
slf4j snakeyaml snyk socket.io solidjs solr sonarqube spacy sparksql splunk sqlalchemy sqlite
sqlite3 sqlmodel sqlx ssh starlette statsmodels strace streamlit stylelint supabase supervisord
svelte sveltejs sveltekit svn swagger-ui swiftui symfony sympy systemctl systemd tailscale
tailwindcss tauri tcpdump tekton tensorboard tensorflow tensorrt terraform tesseract-ocr
testcontainers tflite thiserror three.js tiktoken timescaledb tmux tokio toml torchaudio
torchvision tox tqdm traefik trello trino trpc ts-node tslint turbopack turborepo twilio typeorm
typer typescript ubuntu uglifyjs unittest urllib urllib3 usermod uvicorn uvloop uvx v8 vagrant
valgrind valkey vcpkg vercel vimrc virtualbox virtualenv vite vitest vllm vmware vscode vue
vue.js vuejs vuepress vuetify vuex wandb wasm wasm-bindgen wasm-pack wasmtime weasyprint weaviate
webgl webgpu webpack webrtc werkzeug wget whisper.cpp winget winston.js wireguard wireshark
wordpress wsl wxpython xcode xcodebuild xcodeproj xgboost xlrd xlsxwriter xunit yacc yapf yolov8
yq yt-dlp zabbix zeromq zipkin zlib zod zookeeperd zsh zstandard zstd zustand
)";

const std::string_view kSoftwareWords = R"(
AAB ACID ACL ACLs AMQP AR Airflow Alpine Android Angular Apache Apollo Astro Azure BDD BGP Babel
Bash Bokeh Bootstrap Bulma Bun CNN CRUD Caddy Cargo Cassandra Celery Chef Chrome Consul Cypress
DDD Dart Debezium Discord Drizzle ECS EKS EXE Eclipse Edge Eigen Electron Elixir Envoy Express
FFI FPS Fedora Firefox Flask Flutter Gin Gulp HDD HDDs HSTS Helm Hibernate Hugo IAM IR Immer
Jasmine Jest Jetty Julia KPI KPIs Karma LLM LLMs LSTM LaTeX Lambda MFA MMU MVVM Mamba Maven
Mercurial Meson Mocha Mongo Mongoose Nim Ninja Nomad Notion Oracle PWA Packer Parquet Perl
Phoenix Pillow Pinecone Poetry Postman Prettier Puma Puppet Puppeteer Qt RAG RLHF RNN Rails React
Redshift Remix Rollup Ruby Ruff Rust SNMP SNS SOAP SPI SSO Safari Sass Scrapy Sentry Sequelize
Slack Snowflake Spark Sphinx Spring Storybook Stripe Superset Swagger Swift TDD Tailwind Thrift
Tomcat Twig UX Unity Unreal Vault Vim WAN WIP Windows XSS Xamarin Yarn Zig Zookeeper api apis
ascii aws cli cors cpu csrf css csv dns ftp gcp gif git gpu html http https iOS iPadOS imap ini
jpeg json jsx jwt llm npm orm pdf php png scss sdk sftp smtp sql ssd ssl svg tcp tls toml tsv tsx
udp ui uri url urls usb utf-8 uuid ux vpn xml xss yaml yml
)";

}  // namespace sotto::text
