import { request } from 'node:http';

type Asked = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array };

/** Like a program without a page: no origin, any headers. */
export function sendHttp(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const status = answer.statusCode ?? 0;
        const fields = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
        const content = status === 204 ? null : Buffer.concat(chunks);
        resolve(new Response(content, { status, headers: Object.fromEntries(fields) }));
      });
    });
    sent.on('error', (error) => reject(new TypeError('fetch failed', { cause: error })));
    sent.end(body);
  });
}
