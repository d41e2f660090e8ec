import type { StartingPoint } from '../../contract/entities/starting-point.ts';

/** Container logs from a cluster's agent: JSON lines with the program's line in `log`. */
export const kubernetes: StartingPoint = {
  id: 'kubernetes-json',
  title: 'Kubernetes JSON logs',
  summary:
    'Reads container logs from a log agent, drops probes, debug lines and DNS chatter, parses JSON written by programs, and removes the labels of the cluster that repeat in every line.',
  sourceKinds: ['http_server', 'tcp', 'file_tail'],
  transforms: [
    {
      name: 'Read container line',
      description: 'The object of the log agent.',
      templateId: 'parse_json',
      config: {},
    },
    {
      name: 'Drop probes and DNS chatter',
      description: 'Health checks of the cluster, and successful look-ups.',
      templateId: 'filter',
      config: {
        action: 'drop',
        match: {
          match: 'any',
          rules: [
            { field: 'log', operator: 'contains', value: 'kube-probe' },
            {
              match: 'all',
              rules: [
                { field: 'kubernetes.container_name', operator: 'equals', value: 'coredns' },
                { field: 'log', operator: 'contains', value: 'NOERROR' },
              ],
            },
          ],
        },
      },
    },
    {
      name: 'Read JSON of programs',
      description: 'Where a program writes JSON, its fields go under app.',
      templateId: 'parse_json',
      config: {
        field: 'log',
        target: 'app',
        condition: { match: 'all', rules: [{ field: 'log', operator: 'starts_with', value: '{' }] },
      },
    },
    {
      name: 'Drop debug lines',
      description: 'Levels debug and trace of programs that write a level.',
      templateId: 'filter',
      config: {
        action: 'drop',
        match: { match: 'all', rules: [{ field: 'app.level', operator: 'in', value: ['debug', 'trace'] }] },
      },
    },
    {
      name: 'Remove repeated labels',
      description: 'Ids, hashes and annotations that are the same in every line of a pod.',
      templateId: 'remove_fields',
      config: {
        fields: [
          'kubernetes.annotations',
          'kubernetes.pod_id',
          'kubernetes.docker_id',
          'kubernetes.container_hash',
          'kubernetes.labels.pod-template-hash',
        ],
      },
    },
  ],
  sample: [
    '{"time":"2026-11-21T10:17:01.104Z","stream":"stdout","log":"{\\"level\\":\\"info\\",\\"msg\\":\\"order placed\\",\\"order\\":\\"A-10231\\",\\"ms\\":84}","kubernetes":{"pod_name":"checkout-6d5f7c9b8-x2k4p","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"checkout","container_image":"registry.example/checkout:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"checkout","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:01.120Z","stream":"stdout","log":"{\\"level\\":\\"debug\\",\\"msg\\":\\"cart loaded\\",\\"items\\":3}","kubernetes":{"pod_name":"checkout-6d5f7c9b8-x2k4p","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"checkout","container_image":"registry.example/checkout:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"checkout","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:01.300Z","stream":"stdout","log":"10.0.3.7 - GET /healthz HTTP/1.1 200 kube-probe/1.33","kubernetes":{"pod_name":"ingress-5b7d6c8f9-m3n2b","namespace_name":"edge","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"ingress","container_image":"registry.example/ingress:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"ingress","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:01.512Z","stream":"stderr","log":"{\\"level\\":\\"error\\",\\"msg\\":\\"card declined\\",\\"code\\":\\"do_not_honor\\",\\"order\\":\\"A-10232\\"}","kubernetes":{"pod_name":"payments-7c9d8b6f5-q8w1z","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"payments","container_image":"registry.example/payments:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"payments","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:01.611Z","stream":"stdout","log":"[INFO] 10.0.1.12:40112 - 22107 \\"A IN payments.shop.svc.cluster.local. udp 52 false 512\\" NOERROR","kubernetes":{"pod_name":"coredns-5dd5756b68-7hq2d","namespace_name":"kube-system","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"coredns","container_image":"registry.example/coredns:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"coredns","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:01.702Z","stream":"stdout","log":"{\\"level\\":\\"debug\\",\\"msg\\":\\"retrying call\\",\\"attempt\\":1}","kubernetes":{"pod_name":"checkout-6d5f7c9b8-x2k4p","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"checkout","container_image":"registry.example/checkout:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"checkout","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:01.800Z","stream":"stdout","log":"198.51.100.23 - GET /p/1182 HTTP/1.1 200 12ms","kubernetes":{"pod_name":"ingress-5b7d6c8f9-m3n2b","namespace_name":"edge","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"ingress","container_image":"registry.example/ingress:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"ingress","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:02.301Z","stream":"stdout","log":"10.0.3.7 - GET /readyz HTTP/1.1 200 kube-probe/1.33","kubernetes":{"pod_name":"ingress-5b7d6c8f9-m3n2b","namespace_name":"edge","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"ingress","container_image":"registry.example/ingress:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"ingress","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:02.412Z","stream":"stdout","log":"{\\"level\\":\\"warn\\",\\"msg\\":\\"slow answer from bank\\",\\"ms\\":2140}","kubernetes":{"pod_name":"payments-7c9d8b6f5-q8w1z","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"payments","container_image":"registry.example/payments:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"payments","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:02.500Z","stream":"stderr","log":"Traceback (most recent call last):","kubernetes":{"pod_name":"payments-7c9d8b6f5-q8w1z","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"payments","container_image":"registry.example/payments:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"payments","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:02.500Z","stream":"stderr","log":"  File \\"/app/bank.py\\", line 88, in charge","kubernetes":{"pod_name":"payments-7c9d8b6f5-q8w1z","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"payments","container_image":"registry.example/payments:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"payments","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:02.700Z","stream":"stdout","log":"[INFO] 10.0.1.13:40981 - 991 \\"AAAA IN bank.example. udp 30 false 512\\" NOERROR","kubernetes":{"pod_name":"coredns-5dd5756b68-7hq2d","namespace_name":"kube-system","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"coredns","container_image":"registry.example/coredns:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"coredns","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:03.004Z","stream":"stdout","log":"{\\"level\\":\\"info\\",\\"msg\\":\\"order placed\\",\\"order\\":\\"A-10233\\",\\"ms\\":91}","kubernetes":{"pod_name":"checkout-6d5f7c9b8-x2k4p","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"checkout","container_image":"registry.example/checkout:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"checkout","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:03.010Z","stream":"stdout","log":"{\\"level\\":\\"trace\\",\\"msg\\":\\"enter validateCart\\"}","kubernetes":{"pod_name":"checkout-6d5f7c9b8-x2k4p","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"checkout","container_image":"registry.example/checkout:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"checkout","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:03.200Z","stream":"stdout","log":"{\\"level\\":\\"warn\\",\\"msg\\":\\"apply request took too long\\",\\"took\\":\\"121ms\\"}","kubernetes":{"pod_name":"etcd-node-1","namespace_name":"kube-system","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"etcd","container_image":"registry.example/etcd:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"etcd","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:03.404Z","stream":"stdout","log":"203.0.113.9 - GET /.env HTTP/1.1 404 1ms","kubernetes":{"pod_name":"ingress-5b7d6c8f9-m3n2b","namespace_name":"edge","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"ingress","container_image":"registry.example/ingress:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"ingress","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:03.600Z","stream":"stdout","log":"{\\"level\\":\\"debug\\",\\"msg\\":\\"cart loaded\\",\\"items\\":1}","kubernetes":{"pod_name":"checkout-6d5f7c9b8-x2k4p","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"checkout","container_image":"registry.example/checkout:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"checkout","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:03.701Z","stream":"stdout","log":"{\\"level\\":\\"info\\",\\"msg\\":\\"charge settled\\",\\"order\\":\\"A-10233\\"}","kubernetes":{"pod_name":"payments-7c9d8b6f5-q8w1z","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"payments","container_image":"registry.example/payments:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"payments","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:04.300Z","stream":"stdout","log":"10.0.3.7 - GET /healthz HTTP/1.1 200 kube-probe/1.33","kubernetes":{"pod_name":"ingress-5b7d6c8f9-m3n2b","namespace_name":"edge","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"ingress","container_image":"registry.example/ingress:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"ingress","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
    '{"time":"2026-11-21T10:17:04.411Z","stream":"stderr","log":"{\\"level\\":\\"error\\",\\"msg\\":\\"stock service unreachable\\",\\"order\\":\\"A-10234\\"}","kubernetes":{"pod_name":"checkout-6d5f7c9b8-x2k4p","namespace_name":"shop","pod_id":"6f1d2c0e-51b7-4f0e-9a55-0c1b2d3e4f50","container_name":"checkout","container_image":"registry.example/checkout:4.18.2","container_hash":"sha256:9f2c1e7a41d0","docker_id":"c1f0a2b3d4e5","host":"node-2","labels":{"app":"checkout","pod-template-hash":"6d5f7c9b8"},"annotations":{"checksum/config":"b7d1c3e0a9","kubectl.kubernetes.io/restartedAt":"2026-11-20T08:00:00Z"}}}',
  ],
};
