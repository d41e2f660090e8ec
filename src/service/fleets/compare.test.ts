import { describe, expect, test } from 'vitest';
import { alignEffective } from './compare.ts';

const ASSIGNED = {
  receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:4318' } } } },
  exporters: {
    debug: null,
    otlphttp: { endpoint: 'http://a', timeout: '90s', headers: { key: `\${env:KEY}` } },
  },
  service: {
    telemetry: { metrics: { level: 'detailed' } },
    pipelines: { logs: { receivers: ['otlp'], exporters: ['debug', 'otlphttp'] } },
  },
};

/** As reported by a supervised Collector. */
const makeReported = () => ({
  connectors: {},
  extensions: { opamp: { instance_uid: '01' } },
  receivers: {
    otlp: { protocols: { grpc: null, http: { endpoint: '127.0.0.1:4318', logs_url_path: '/v1/logs' } } },
  },
  exporters: {
    debug: { sampling_initial: 2 } as unknown,
    otlphttp: { endpoint: 'http://a', timeout: '1m30s', headers: { key: '[REDACTED]' }, compression: 'gzip' },
  } as Record<string, unknown>,
  service: {
    extensions: ['opamp'],
    telemetry: {
      logs: {
        level: 'info',
        encoding: 'json',
        processors: [{ batch: { exporter: { otlp: { endpoint: 'http://x/v1/opamp/logs' } } } }],
      },
      metrics: { level: 'Detailed', readers: [{ periodic: { endpoint: 'http://x/v1/opamp/metrics' } }] },
      resource: { 'host.name': 'a' },
    },
    pipelines: { logs: { receivers: ['otlp'], processors: [], exporters: ['debug', 'otlphttp'] } } as Record<
      string,
      unknown
    >,
  },
});
const change = (edit: (reported: ReturnType<typeof makeReported>) => void) => {
  const reported = makeReported();
  edit(reported);
  return alignEffective(reported, ASSIGNED);
};

describe('what runs, compared with what is assigned', () => {
  test('defaults, forms of a value and the supervisor are no difference', () => {
    expect(change(() => {})).toEqual(ASSIGNED);
  });

  test('untold zeros, parts that are on, values told as {} are no difference', () => {
    const assigned = {
      receivers: { filelog: { include: ['/a'], include_file_name: false, force_flush_period: '0s' } },
      exporters: { otlphttp: { sending_queue: { enabled: true, sizer: 'bytes', queue_size: 5 } } },
    };
    const reported = {
      receivers: { filelog: { include: ['/a'], start_at: 'end' } },
      exporters: { otlphttp: { sending_queue: { sizer: {}, queue_size: 5, storage: null } } },
    };
    expect(alignEffective(reported, assigned)).toMatchObject(assigned);
    const on = { receivers: { filelog: { include: ['/a'], include_file_name: true } } };
    expect(alignEffective(on, assigned)).not.toMatchObject({ receivers: assigned.receivers });
    const off = { exporters: { otlphttp: {} } };
    expect(alignEffective(off, assigned)).toMatchObject({ exporters: { otlphttp: {} } });
    expect(alignEffective(off, assigned)).not.toMatchObject({ exporters: assigned.exporters });
  });

  test('headers reported as a list are no difference', () => {
    const assigned = { exporters: { otlphttp: { headers: { authorization: '(masked)', tenant: 'a' } } } };
    const tell = (tenant: string) => ({
      exporters: {
        otlphttp: {
          headers: [
            { name: 'authorization', value: '(masked)' },
            { name: 'tenant', value: tenant },
          ],
        },
      },
    });
    expect(alignEffective(tell('a'), assigned)).toMatchObject(assigned);
    const { headers } = assigned.exporters.otlphttp;
    expect(alignEffective(tell('b'), assigned)).toMatchObject({
      exporters: { otlphttp: { headers: { ...headers, tenant: 'b' } } },
    });
  });

  test('another value, component, pipeline or order is one', () => {
    for (const edit of [
      (reported: ReturnType<typeof makeReported>) => {
        reported.receivers.otlp.protocols.http.endpoint = '0.0.0.0:4318';
      },
      (reported: ReturnType<typeof makeReported>) => {
        reported.exporters.file = { path: '/tmp/x' };
      },
      (reported: ReturnType<typeof makeReported>) => {
        delete reported.exporters.debug;
      },
      (reported: ReturnType<typeof makeReported>) => {
        delete reported.exporters.otlphttp;
      },
      (reported: ReturnType<typeof makeReported>) => {
        reported.service.pipelines.traces = { receivers: ['otlp'], exporters: ['debug'] };
      },
      (reported: ReturnType<typeof makeReported>) => {
        reported.service.pipelines.logs = { receivers: ['otlp'], exporters: ['debug'] };
      },
      (reported: ReturnType<typeof makeReported>) => {
        reported.service.telemetry.metrics.level = 'None';
      },
      (reported: ReturnType<typeof makeReported>) => {
        reported.service.extensions.push('zpages');
      },
    ])
      expect(change(edit), edit.toString()).not.toEqual(ASSIGNED);
  });

  test('an assigned setting that is missing is one', () => {
    const aligned = change((reported) => {
      reported.exporters.otlphttp = { endpoint: 'http://a' };
    });
    expect(aligned).toMatchObject({ exporters: { otlphttp: { endpoint: 'http://a' } } });
    expect(JSON.stringify(aligned)).not.toContain('timeout');
  });

  test('what is no map stays as it is', () => {
    expect(alignEffective('text', ASSIGNED)).toBe('text');
  });
});
