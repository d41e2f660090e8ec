import { Draws } from './random.ts';
import { AGENTS, ASSETS, CAUSES, isoTime, METHODS, PATHS, SERVICES, STATUSES } from './words.ts';

type LineMaker = (sequence: number, now: number) => string;

export function nginxLines(seed: number): LineMaker {
  const draws = new Draws();
  const time = isoTime();
  return (sequence, now) => {
    draws.begin(seed, sequence);
    const isAsset = draws.below(100) < 40;
    const path = isAsset ? draws.from(ASSETS) : `${draws.from(PATHS)}/${draws.below(90_000) + 10_000}`;
    const status = draws.from(STATUSES);
    return JSON.stringify({
      time: time(now),
      remote_addr: `203.0.113.${draws.below(254) + 1}`,
      request_method: isAsset ? 'GET' : draws.from(METHODS),
      request_uri: `${path}?sequence=${sequence}`,
      status,
      body_bytes_sent: status === 304 || status === 204 ? 0 : draws.below(60_000) + 100,
      request_time: draws.below(900) / 1000,
      upstream_response_time: isAsset ? '' : String(draws.below(800) / 1000),
      http_referer: 'https://shop.example.com/',
      http_user_agent: draws.from(AGENTS),
      request_id: draws.hex(32),
    });
  };
}

const PROBES = ['GET /healthz 200 kube-probe/1.33', 'GET /readyz 200 kube-probe/1.33'];
const SAID = ['started processing batch', 'flushed cache', 'reconciled 14 objects', 'lease renewed'];

export function kubernetesLines(seed: number): LineMaker {
  const draws = new Draws();
  const time = isoTime();
  return (sequence, now) => {
    draws.begin(seed, sequence);
    const app = draws.from(SERVICES);
    const kind = draws.below(10);
    const said = kind < 4 ? draws.from(PROBES) : kind < 9 ? draws.from(SAID) : `error: ${draws.from(CAUSES)}`;
    const pod = `${app}-${draws.hex(9)}-${draws.hex(5)}`;
    return JSON.stringify({
      time: time(now),
      stream: kind === 9 ? 'stderr' : 'stdout',
      log: `${said} sequence=${sequence}`,
      kubernetes: {
        namespace_name: draws.from(['shop', 'shop', 'kube-system']),
        pod_name: pod,
        pod_id: draws.hex(32),
        container_name: app,
        container_image: `registry.example.com/shop/${app}:4.18.2`,
        host: `node-${draws.below(3) + 1}`,
        labels: { app, tier: 'backend', 'pod-template-hash': draws.hex(9) },
      },
    });
  };
}
