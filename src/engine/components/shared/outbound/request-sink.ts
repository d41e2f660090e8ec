import type { Batch } from '../../../event/batch.ts';
import type { Output } from '../../../event/output.ts';
import type { RunningSink, SinkBatching, SinkReceipt } from '../../types.ts';
import type { Answer } from './http-client.ts';
import { Outputs } from './outputs.ts';
import type { RequestSender } from './request-sender.ts';

export type RequestSinkParts<Written> = {
  readonly config: { readonly batch: SinkBatching; readonly concurrency: number };
  readonly sender: RequestSender;
  /** The body, if the batch already holds the live events in that form. */
  standing?(batch: Batch): { readonly body: Buffer; readonly written: Written } | null;
  /** Several bodies may be in flight. */
  body(batch: Batch, output: Output): Written;
  send?(body: Buffer, written: Written): Promise<Answer>;
  /** Interprets the answer. @throws RetryableError, PermanentError */
  receipt(answer: Answer, written: Written, batch: Batch): SinkReceipt | Promise<SinkReceipt>;
  close?(): void;
};

export function requestSink<Written>(parts: RequestSinkParts<Written>): RunningSink {
  const { config, sender } = parts;
  const outputs = new Outputs();
  const send = parts.send ?? ((body: Buffer) => sender.send(body));
  return {
    batching: config.batch,
    concurrency: config.concurrency,
    async write(batch) {
      const standing = parts.standing?.(batch);
      if (standing) {
        const answer = await send(standing.body, standing.written);
        return parts.receipt(answer, standing.written, batch);
      }
      const { written, answer } = await outputs.with(async (output) => {
        const written = parts.body(batch, output);
        return { written, answer: await send(output.view(), written) };
      });
      return parts.receipt(answer, written, batch);
    },
    async close() {
      parts.close?.();
      sender.close();
    },
  };
}

export function listLiveEvents(batch: Batch): number[] {
  const live: number[] = [];
  for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) live.push(ev);
  return live;
}

export function writeText(output: Output, text: string): void {
  const at = output.reserve(text.length * 3);
  output.length = at + output.bytes.write(text, at);
}
