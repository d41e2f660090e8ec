import type { Platform } from './scope.ts';

/**
 * WebSocket address of this page's service (https://opentelemetry.io/docs/specs/opamp/#websocket-transport).
 */
export const getOpampAddress = (location: Pick<Location, 'protocol' | 'host'>): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/v1/opamp`;

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Who can reach the command's address. */
export const describeReach = ({ hostname }: Pick<Location, 'hostname'>): string =>
  LOOPBACK.test(hostname)
    ? `Only this machine reaches ${hostname}, and no container on it: for others, replace it by an address of this machine on which the service listens.`
    : 'The machine has to reach this address; behind a proxy it is that of PENSTOCK_PUBLIC_URL.';

/** Where to run a platform's command. */
export const RUN_WHERE: Record<Platform, string> = {
  linux: 'Run this on each machine.',
  container: 'Run this on each machine.',
  kubernetes: 'Run this once, where kubectl reaches the cluster.',
};

/** The only writable folder of the supervisor when started by a package or Kubernetes, as its own user. */
const STATE = '/var/lib/opampsupervisor';

/** Configuration of the OpenTelemetry Collector's OpAMP supervisor, which starts the Collector. */
const formatSupervisor = (address: string, token: string, executable: string): string =>
  `server:
  endpoint: ${address}
  headers:
    Authorization: Bearer ${token}
capabilities:
  accepts_remote_config: true
  accepts_restart_command: true
  reports_remote_config: true
  reports_effective_config: true
  reports_health: true
  reports_own_metrics: true
  reports_own_logs: true
  reports_available_components: true
agent:
  executable: ${executable}
  passthrough_logs: true
  env:
    PENSTOCK_STORAGE: ${STATE}/storage
storage:
  directory: ${STATE}
`;

const indent = (text: string, by: number): string => text.trimEnd().replaceAll(/^/gm, ' '.repeat(by));

const formatLinux = (address: string, token: string): string =>
  `# Needs the packages opampsupervisor and otelcol-contrib of the OpenTelemetry Collector.
# The second starts a Collector of its own, which holds port 8888.
sudo systemctl disable --now otelcol-contrib
sudo install -m 640 -g opampsupervisor /dev/stdin /etc/opampsupervisor/config.yaml <<'END'
${formatSupervisor(address, token, '/usr/bin/otelcol-contrib')}END
sudo systemctl enable opampsupervisor
sudo systemctl restart opampsupervisor`;

const IMAGE = 'otelcol-supervised';
const SUPERVISOR_IMAGE =
  'ghcr.io/open-telemetry/opentelemetry-collector-releases/opentelemetry-collector-opampsupervisor';
const COLLECTOR_IMAGE = 'otel/opentelemetry-collector-contrib';

const formatContainer = (address: string, token: string): string =>
  `cat > Dockerfile <<'END'
FROM ${SUPERVISOR_IMAGE} AS supervisor
FROM ${COLLECTOR_IMAGE}
COPY --from=supervisor /usr/local/bin/opampsupervisor /opampsupervisor
VOLUME ${STATE}
USER 0
ENTRYPOINT ["/opampsupervisor", "--config", "/etc/opampsupervisor/config.yaml"]
END
cat > supervisor.yaml <<'END'
${formatSupervisor(address, token, '/otelcol-contrib')}END
chmod 600 supervisor.yaml
docker build -t ${IMAGE} .
docker run -d --restart unless-stopped -v "$PWD/supervisor.yaml:/etc/opampsupervisor/config.yaml:ro" ${IMAGE}`;

/**
 * Required by namespaces that enforce the Pod Security Standard `restricted`
 * (https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted).
 */
const CONTAINER_SECURITY =
  '{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }';

/** Different from a configuration's own `health_check` extension. */
const HEALTH_PORT = 13_134;
const PROBE = `httpGet: { path: /health, port: ${HEALTH_PORT} }`;

/** A StatefulSet, so that a replaced pod finds its id and waiting data on its volume. */
const formatKubernetes = (address: string, token: string): string =>
  `kubectl apply -f - <<'END'
apiVersion: v1
kind: Secret
metadata:
  name: opampsupervisor
stringData:
  config.yaml: |
${indent(formatSupervisor(address, token, '/otelcol-contrib'), 4)}
    healthcheck:
      endpoint: ':${HEALTH_PORT}'
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: otelcol
spec:
  serviceName: otelcol
  podManagementPolicy: Parallel
  selector:
    matchLabels: { app: otelcol }
  template:
    metadata:
      labels: { app: otelcol }
    spec:
      automountServiceAccountToken: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile: { type: RuntimeDefault }
      initContainers:
        - name: supervisor
          image: ${SUPERVISOR_IMAGE}
          command: [/bin/cp, /usr/local/bin/opampsupervisor, /supervisor/opampsupervisor]
          securityContext: ${CONTAINER_SECURITY}
          resources: { requests: { cpu: 10m, memory: 32Mi } }
          volumeMounts:
            - { name: supervisor, mountPath: /supervisor }
      containers:
        - name: otelcol
          image: ${COLLECTOR_IMAGE}
          command: [/supervisor/opampsupervisor, --config, /etc/opampsupervisor/config.yaml]
          securityContext: ${CONTAINER_SECURITY}
          resources: { requests: { cpu: 100m, memory: 256Mi } }
          readinessProbe: { ${PROBE} }
          livenessProbe: { ${PROBE}, periodSeconds: 30, timeoutSeconds: 5, failureThreshold: 4 }
          volumeMounts:
            - { name: supervisor, mountPath: /supervisor }
            - { name: config, mountPath: /etc/opampsupervisor }
            - { name: state, mountPath: ${STATE} }
      volumes:
        - { name: supervisor, emptyDir: {} }
        - { name: config, secret: { secretName: opampsupervisor } }
  volumeClaimTemplates:
    - metadata: { name: state }
      spec:
        accessModes: [ReadWriteOnce]
        resources: { requests: { storage: 10Gi } }
END`;

const FORMATS: Record<Platform, (address: string, token: string) => string> = {
  linux: formatLinux,
  container: formatContainer,
  kubernetes: formatKubernetes,
};

export const formatInstall = (platform: Platform, address: string, token: string): string =>
  FORMATS[platform](address, token);
