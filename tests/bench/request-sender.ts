import { Agent, request } from 'node:http';
import { workerData } from 'node:worker_threads';
import { Client, credentials } from '@grpc/grpc-js';

/** Sent repeatedly. Without a path it is a gRPC export. */
export type Requests = {
  port: number;
  path: string | null;
  contentType: string;
  body: Uint8Array;
  count: number;
};

const AT_A_TIME = 4;
const { port, path, contentType, body, count } = workerData as Requests;
const bytes = Buffer.from(body);
const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });

const post = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': contentType, 'content-length': bytes.length };
    const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`answered ${response.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(bytes);
  });

const client = path === null ? new Client(`127.0.0.1:${port}`, credentials.createInsecure()) : null;
const asIs = (value: Buffer) => value;
const call = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const method = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';
    client?.makeUnaryRequest(method, asIs, asIs, bytes, (error) => (error ? reject(error) : resolve()));
  });

let left = count;
const run = async (): Promise<void> => {
  while (left-- > 0) await (client ? call() : post());
};
await Promise.all(Array.from({ length: AT_A_TIME }, run));
agent.destroy();
client?.close();
