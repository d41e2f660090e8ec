import type { Source } from '../../../contract/entities/node.ts';

/** How to send a first event to a source that listens: a label and the line for a shell. */
export type Snippet = { label: string; text: string };

const textOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : otherwise;

/** Lines to paste into a terminal, made from what is configured; none for sources that fetch by themselves. */
export function snippetsOf(source: Source): Snippet[] {
  const config = source.config ?? {};
  const host = textOf(config.address, '127.0.0.1');
  const port = textOf(config.port, '');
  if (port === '') return [];
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  if (source.templateId === 'http_server') {
    const path = textOf(config.path, '/');
    return [
      {
        label: 'curl',
        text: `curl -sS http://${shown}:${port}${path} -H 'content-type: application/json' -d '{"level":"info","message":"hello"}'`,
      },
    ];
  }
  if (source.templateId === 'tcp')
    return [{ label: 'netcat', text: `echo '{"level":"info"}' | nc -N ${shown} ${port}` }];
  if (source.templateId === 'syslog') {
    const flag = config.protocol === 'udp' || config.transport === 'udp' ? '--udp' : '--tcp';
    return [{ label: 'logger', text: `logger --server ${shown} --port ${port} ${flag} 'hello from logger'` }];
  }
  return [];
}
