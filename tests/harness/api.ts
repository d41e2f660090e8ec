import {
  CALLS,
  type CallBody,
  type CallId,
  type CallPath,
  type CallQuery,
  type CallResponse,
} from '../../src/contract/calls/index.ts';
import type { Pipeline } from '../../src/contract/entities/pipeline.ts';
import { eventually } from './eventually.ts';

export type CallOptions<K extends CallId> = {
  path?: CallPath<K>;
  query?: CallQuery<K>;
  body?: CallBody<K>;
  ifMatch?: string | number;
  idempotencyKey?: string;
};

export type Answer = { status: number; body: unknown; etag: string | null };

const fillPath = (template: string, values: Record<string, unknown>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

const formatQuery = (query: Record<string, unknown>): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) parameters.append(name, String(item));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
};

/** Calls a running product over HTTP by the contract, as the console does. */
export class ProductApi {
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }

  /** Returns any answer, whatever its status. */
  async send<K extends CallId>(id: K, options: CallOptions<K> = {}): Promise<Answer> {
    const call = CALLS[id];
    const path = fillPath(call.path, (options.path ?? {}) as Record<string, unknown>);
    const headers: Record<string, string> = {};
    if (options.body !== undefined || call.method === 'POST') headers['content-type'] = 'application/json';
    if (options.ifMatch !== undefined)
      headers['if-match'] = options.ifMatch === '*' ? '*' : `"${options.ifMatch}"`;
    if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
    const response = await fetch(
      `${this.url}${path}${formatQuery((options.query ?? {}) as Record<string, unknown>)}`,
      {
        method: call.method,
        headers,
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      },
    );
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      etag: response.headers.get('etag'),
    };
  }

  /** The parsed answer; throws when the call fails. */
  async call<K extends CallId>(id: K, options: CallOptions<K> = {}): Promise<CallResponse<K>> {
    const answer = await this.send(id, options);
    if (answer.status >= 300)
      throw new Error(`${id} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return CALLS[id].response.parse(answer.body) as CallResponse<K>;
  }

  async siteId(): Promise<string> {
    const { sites } = await this.call('listSites');
    const site = sites[0];
    if (!site) throw new Error('the product has no site');
    return site.id;
  }

  async pipeline(pipelineId: string): Promise<Pipeline> {
    return (await this.call('getPipeline', { path: { pipelineId } })).pipeline;
  }

  async settled(pipelineId: string, status: Pipeline['status'], withinMs = 60_000): Promise<Pipeline> {
    return eventually(async () => {
      const pipeline = await this.pipeline(pipelineId);
      if (pipeline.pendingAction !== 'NOP' || pipeline.status !== status) {
        throw new Error(
          `pipeline is ${pipeline.status}, pending ${pipeline.pendingAction}: ${pipeline.lastError}`,
        );
      }
      return pipeline;
    }, withinMs);
  }
}
