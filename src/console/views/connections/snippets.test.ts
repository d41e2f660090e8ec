import { describe, expect, it } from 'vitest';
import { buildSnippets } from './snippets.ts';

const textsOf = (templateId: string, config: Record<string, unknown>) =>
  Object.fromEntries(buildSnippets({ templateId, config }).map(({ label, text }) => [label, text]));

describe('lines to send a first event', () => {
  it('to a Splunk HEC source, with what it asks for', () => {
    expect(textsOf('splunk_hec', { port: 8088 }).curl).toBe(
      `curl -sS http://127.0.0.1:8088/services/collector/event -d '{"host":"web-1","sourcetype":"demo","event":{"level":"info","message":"hello"}}'`,
    );
    const asked = textsOf('splunk_hec', { port: 1, address: '::1', tls: true, tokens: {}, acks: true }).curl;
    expect(asked).toContain('https://[::1]:1/');
    expect(asked).toContain('Authorization: Splunk YOUR_TOKEN');
    expect(asked).toContain('X-Splunk-Request-Channel');
    expect(asked).toContain('--cacert /etc/ssl/penstock-ca.pem');
  });

  it('to an OpenTelemetry source, by the transport that it takes', () => {
    const both = textsOf('otlp', { address: '0.0.0.0', httpPort: 4318, grpcPort: 4317, auth: 'bearer' });
    expect(both['the OpenTelemetry Collector']).toBe(
      `exporters:
  otlphttp/penstock:
    endpoint: http://127.0.0.1:4318
    headers:
      Authorization: Bearer YOUR_TOKEN
service:
  pipelines:
    logs:
      exporters: [otlphttp/penstock]`,
    );
    expect(both['OpenTelemetry for JavaScript']).toContain('LOGS_ENDPOINT=http://127.0.0.1:4318/v1/logs');
    const grpc = textsOf('otlp', { transport: 'grpc', grpcPort: 4317 });
    expect(grpc['the OpenTelemetry Collector']).toContain('insecure: true');
    expect(grpc['OpenTelemetry for JavaScript']).toContain('LOGS_PROTOCOL=grpc');
    expect(grpc.curl).toBeUndefined();
  });

  it('with the certificates that a secure source asks for', () => {
    const secure = { tls: true, tlsClientCa: 'PEM' };
    for (const templateId of ['http_server', 'splunk_hec', 'otlp'])
      expect(textsOf(templateId, secure).curl).toContain(
        'curl -sS --cacert /etc/ssl/penstock-ca.pem --cert /etc/ssl/client.pem --key /etc/ssl/client-key.pem https://',
      );
    expect(textsOf('otlp', secure)['the OpenTelemetry Collector']).toContain(
      '    tls:\n      ca_file: /etc/ssl/penstock-ca.pem\n      cert_file: /etc/ssl/client.pem\n      key_file: /etc/ssl/client-key.pem',
    );
  });

  it('Splunk logging only without acknowledgement and client certificates', () => {
    const label = 'Splunk logging for JavaScript';
    expect(textsOf('splunk_hec', {})[label]).toContain("url: 'http://127.0.0.1:8088'");
    expect(textsOf('splunk_hec', { acks: true })[label]).toBeUndefined();
    expect(textsOf('splunk_hec', { tls: true, tlsClientCa: 'PEM' })[label]).toBeUndefined();
  });

  it('text and syslog sources by transport, with certificates where required', () => {
    expect(textsOf('tcp', { port: 1, address: '::1' }).netcat).toBe(`echo '{"level":"info"}' | nc -N ::1 1`);
    expect(textsOf('tcp', { port: 1, tls: true }).openssl).toContain('-connect 127.0.0.1:1');
    expect(textsOf('udp', { port: 2 }).netcat).toContain('nc -u -w1 127.0.0.1 2');
    const both = textsOf('syslog', { port: 3, transport: 'both' });
    expect(both.logger).toBe("logger --server 127.0.0.1 --port 3 --tcp 'hello from logger'");
    expect(both['syslog-ng']).toContain('syslog("127.0.0.1" port(3) transport("tcp"));');
    expect(both.rsyslog).toContain('protocol="tcp"\n  TCP_Framing="octet-counted"');
    const bsd = textsOf('syslog', { port: 3, transport: 'udp', format: 'rfc3164' });
    expect(bsd['syslog-ng']).toContain('network("127.0.0.1" port(3) transport("udp"));');
    expect(bsd.rsyslog).toContain('RSYSLOG_TraditionalForwardFormat');
    const tls = textsOf('syslog', { port: 3, transport: 'tls', tlsClientCa: 'PEM' });
    expect(tls.logger).toBeUndefined();
    expect(tls.openssl).toContain('-cert /etc/ssl/client.pem');
    expect(tls['syslog-ng']).toContain('key-file(');
    expect(tls.rsyslog).toContain('StreamDriverMode="1"');
  });

  it('a RELP source by rsyslog, with what its TLS asks for', () => {
    expect(textsOf('relp', { port: 4, address: '0.0.0.0' }).rsyslog).toBe(
      `module(load="omrelp")
action(type="omrelp" target="127.0.0.1" port="4"
  template="RSYSLOG_SyslogProtocol23Format"
  action.resumeRetryCount="-1" queue.type="LinkedList" queue.filename="penstock" queue.saveOnShutdown="on")`,
    );
    const secure = textsOf('relp', { tls: true, format: 'rfc3164' }).rsyslog;
    expect(secure).toContain(
      'tls="on" tls.caCert="/etc/ssl/penstock-ca.pem" tls.myCert="/etc/ssl/client.pem"',
    );
    expect(secure).toContain('RSYSLOG_TraditionalForwardFormat');
  });

  it('Beats and Fluent sources by their shippers, with acknowledgement and TLS', () => {
    expect(textsOf('beats', { port: 5044, address: '::1' }).Filebeat).toBe(
      'output.logstash:\n  hosts: ["[::1]:5044"]',
    );
    const secure = { tls: true, tlsClientCa: 'PEM' };
    expect(textsOf('beats', secure).Filebeat).toContain(
      '  ssl.certificate_authorities: ["/etc/ssl/penstock-ca.pem"]\n  ssl.certificate: "/etc/ssl/client.pem"\n',
    );
    expect(textsOf('fluent', { port: 1, address: '0.0.0.0' })).toEqual({
      'Fluent Bit': `[OUTPUT]
    name forward
    match *
    host 127.0.0.1
    port 1
    require_ack_response true`,
      Fluentd: `<match **>
  @type forward
  require_ack_response true
  <server>
    host 127.0.0.1
    port 1
  </server>
</match>`,
    });
    const both = textsOf('fluent', secure);
    expect(both['Fluent Bit']).toContain(
      '    tls on\n    tls.ca_file /etc/ssl/penstock-ca.pem\n    tls.crt_file ',
    );
    expect(both.Fluentd).toContain('  transport tls\n  tls_cert_path /etc/ssl/penstock-ca.pem\n  tls_client');
  });

  it('none to a source that fetches by itself', () => {
    expect(buildSnippets({ templateId: 'file_tail', config: { path: '/x' } })).toEqual([]);
  });
});
