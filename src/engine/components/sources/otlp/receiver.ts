import type { Batch } from '../../../event/batch.ts';
import type { Admission } from '../../shared/inbound/admission.ts';
import { Refusal } from '../../shared/inbound/refusal.ts';
import { authenticator, type HeaderReader } from '../../shared/inbound/request-auth.ts';
import type { ComponentProblem, SourceContext } from '../../types.ts';
import { readJson } from './read-json.ts';
import { readProtobuf } from './read-protobuf.ts';
import { eventText, MalformedRequest } from './record.ts';
import type { OtlpConfig } from './schema.ts';

export type Encoding = 'protobuf' | 'json';

export type Partial = { rejected: number; reason: string };

const EXAMPLE_BYTES = 1024;

const malformed = (message: string): ComponentProblem => ({
  errorName: 'MalformedRequest',
  message: `A request was refused: ${message}`,
  causes: ['The sender does not write OTLP', 'The content type does not fit the content'],
  resolutions: ['Correct the sender; nothing of the request was taken, so it can be sent again'],
  level: 'WARN',
});

const recordTooLarge = (maxBytes: number): ComponentProblem => ({
  errorName: 'RecordTooLarge',
  message: `A log record makes an event of more than ${maxBytes} bytes and was rejected`,
  causes: ['The sender puts whole documents into log records'],
  resolutions: ['Raise the longest event of the source', 'Let the sender cut long attributes and bodies'],
  level: 'WARN',
});

const unauthorized: ComponentProblem = {
  errorName: 'Unauthorized',
  message: 'A request with wrong or missing credentials was refused',
  causes: ['The sender has other credentials than the source', 'Somebody tries to send who should not'],
  resolutions: ['Give the sender the credentials of the source'],
  level: 'WARN',
};

const requestTooLarge = (message: string): ComponentProblem => ({
  errorName: 'RequestTooLarge',
  message: `A request was refused: ${message}`,
  causes: ['The sender gathers more than the limits of the source allow'],
  resolutions: ['Let the sender make smaller batches', 'Raise the limits of the source'],
  level: 'WARN',
});

export class Receiver {
  private readonly context: SourceContext;
  readonly admission: Admission;
  private readonly maxEventBytes: number;
  /** @throws Refusal (401) unless the credentials match */
  readonly authenticate: (header: HeaderReader) => void;

  constructor(config: OtlpConfig, context: SourceContext, admission: Admission) {
    this.context = context;
    this.admission = admission;
    this.maxEventBytes = config.maxEventBytes;
    this.authenticate = authenticator(config);
  }

  /**
   * Resolves once the records are safe.
   * @throws Refusal: 400 when unreadable, 503 when temporarily unavailable
   */
  async take(
    bytes: Buffer,
    rawBytes: number,
    encoding: Encoding,
    sender: string | undefined,
  ): Promise<Partial | null> {
    const batch = this.context.newBatch();
    const rejected = this.read(batch, bytes, encoding);
    await this.admission.deliver(batch, { payloadBytes: bytes.length - rejected.bytes, rawBytes }, sender);
    if (rejected.count === 0) return null;
    const problem = recordTooLarge(this.maxEventBytes);
    const intake = { payloadBytes: rejected.bytes, rawBytes: 0 };
    this.context.refuse(problem, rejected.count, intake, rejected.example);
    return { rejected: rejected.count, reason: problem.message };
  }

  /** Reports refusals not caused by the content. */
  report(refusal: Refusal): void {
    if (refusal.status === 401) this.context.report(unauthorized);
    if (refusal.status === 413) this.context.report(requestTooLarge(refusal.message));
  }

  private read(batch: Batch, bytes: Buffer, encoding: Encoding) {
    const rejected = { count: 0, bytes: 0, example: '' };
    try {
      const read = encoding === 'json' ? readJson : readProtobuf;
      read(bytes, (record, shared) => {
        const event = Buffer.from(eventText(record, shared));
        if (event.length <= this.maxEventBytes) {
          batch.appendTrusted(event, false);
          return;
        }
        rejected.count++;
        rejected.bytes += event.length;
        rejected.example = event.toString('utf8', 0, EXAMPLE_BYTES);
      });
      rejected.bytes = Math.min(rejected.bytes, bytes.length);
      return rejected;
    } catch (error) {
      this.context.recycle(batch);
      if (!(error instanceof MalformedRequest)) throw error;
      const example = encoding === 'json' ? bytes.toString('utf8', 0, EXAMPLE_BYTES) : undefined;
      this.context.report(malformed(error.message), example);
      throw new Refusal(400, error.message);
    }
  }
}
