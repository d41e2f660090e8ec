import { type Admission, mostMade } from '../../shared/inbound/admission.ts';
import { type Holding, hold } from '../../shared/inbound/budget.ts';
import type { Sender } from '../../shared/inbound/peer.ts';
import { Refusal } from '../../shared/inbound/refusal.ts';
import { authenticator, type HeaderReader } from '../../shared/inbound/request-auth.ts';
import type { Body } from '../../shared/inbound/request-body.ts';
import type { ComponentProblem, SourceContext } from '../../types.ts';
import { Draft } from './draft.ts';
import { parsedBytes, readJson } from './read-json.ts';
import { readProtobuf } from './read-protobuf.ts';
import { MalformedRequest, ownText, type RecordTaker } from './record.ts';
import type { OtlpConfig } from './schema.ts';

export type Encoding = 'protobuf' | 'json';

export type Partial = { rejected: number; reason: string };

const EXAMPLE_BYTES = 1024;
/** Unknown fields and numbers take more bytes than their event; longer messages are not read. */
const LONGER_AS_PROTOBUF = 2;

const malformed = (message: string): ComponentProblem => ({
  errorName: 'MalformedRequest',
  message: `A request was refused: ${message}`,
  causes: ['The sender does not send OTLP', 'The content type does not fit the content'],
  resolutions: ['Correct the sender; nothing of the request was taken, so it can be sent again'],
  level: 'WARN',
});

const recordMalformed = (reason: string): ComponentProblem => ({
  errorName: 'RecordMalformed',
  message: `A log record became a dead letter: ${reason}; the others of its request were taken`,
  causes: ['The sender does not write OTLP', 'A field of the record was damaged'],
  resolutions: ['Correct the sender'],
  level: 'WARN',
});

const recordTooLarge = (maxBytes: number): ComponentProblem => ({
  errorName: 'RecordTooLarge',
  message: `A log record became a dead letter: it makes an event of more than ${maxBytes} bytes; the others of its request were taken`,
  causes: ['The sender sends whole documents in log records'],
  resolutions: [
    'Raise the longest event of the source',
    'Configure the sender to truncate long attributes and bodies',
  ],
  level: 'WARN',
});

const unauthorized: ComponentProblem = {
  errorName: 'Unauthorized',
  message: 'A request with wrong or missing credentials was refused',
  causes: ['Sender and source have different credentials', 'An unauthorized sender tries to connect'],
  resolutions: ['Give the sender the credentials of the source'],
  level: 'WARN',
};

const requestTooLarge = (message: string): ComponentProblem => ({
  errorName: 'RequestTooLarge',
  message: `A request was refused: ${message}`,
  causes: ['Batches of the sender exceed the limits of the source'],
  resolutions: ['Configure the sender to send smaller batches', 'Raise the limits of the source'],
  level: 'WARN',
});

export class Receiver {
  private readonly context: SourceContext;
  readonly admission: Admission;
  private readonly maxEventBytes: number;
  private readonly most: number;
  /** @throws Refusal (401) unless the credentials match */
  readonly authenticate: (header: HeaderReader) => void;

  constructor(config: OtlpConfig, context: SourceContext, admission: Admission) {
    this.context = context;
    this.admission = admission;
    this.maxEventBytes = config.maxEventBytes;
    this.most = mostMade(config.maxBodyBytes);
    this.authenticate = authenticator(config);
  }

  /** Loads a request and resolves once its records are safe. @throws Refusal */
  async take(
    load: (holding: Holding) => Promise<Body>,
    encoding: Encoding,
    sender: Sender | undefined,
  ): Promise<Partial | null> {
    const taken = await this.admission.read(load, (body, holding) =>
      this.make(body.bytes, encoding, holding),
    );
    const { refusedCount, firstReason } = taken.made;
    await this.admission.deliver(taken, sender).safe;
    return refusedCount === 0 ? null : { rejected: refusedCount, reason: firstReason };
  }

  report(refusal: Refusal): void {
    if (refusal.status === 401) this.context.report(unauthorized);
    if (refusal.status === 413) this.context.report(requestTooLarge(refusal.message));
  }

  /** @throws Refusal */
  private make(bytes: Buffer, encoding: Encoding, holding: Holding): Draft {
    const { maxEventBytes } = this;
    const draft = new Draft(this.context.newBatch, maxEventBytes, this.most, recordTooLarge(maxEventBytes));
    const taker: RecordTaker = {
      take: (record, shared) => draft.add(ownText(record), shared),
      leave: (text) => draft.refuseUnread(text()),
      refuse: (reason, text) => draft.refuse(text(), recordMalformed(reason)),
    };
    if (encoding === 'json') hold(holding, parsedBytes(bytes));
    try {
      if (encoding === 'json') readJson(bytes, taker);
      else readProtobuf(bytes, taker, LONGER_AS_PROTOBUF * maxEventBytes);
    } catch (error) {
      if (!(error instanceof MalformedRequest)) throw error;
      const example = encoding === 'json' ? bytes.toString('utf8', 0, EXAMPLE_BYTES) : undefined;
      this.context.report(malformed(error.message), example);
      throw new Refusal(400, error.message);
    }
    draft.payloadBytes = bytes.length;
    return draft;
  }
}
