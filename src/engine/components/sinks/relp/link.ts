import type { Socket } from 'node:net';
import {
  during,
  endStream,
  openStream,
  type StreamOptions,
} from '../../shared/outbound/stream-connection.ts';
import {
  formatOffers,
  offersSyslog,
  RELP_VERSION,
  type RelpFrame,
  RelpFraming,
  readOffers,
  relpFrame,
} from '../../shared/relp/framing.ts';
import type { ComponentProblem } from '../../types.ts';
import { notRelp, sessionEnded, sessionRefused } from './problems.ts';

const MAX_TXNR = 999_999_999;
const MAX_ANSWER_BYTES = 64 * 1024;
const NEWLINE = Buffer.from('\n');

/** The receiver violated RELP, or ended the session. */
export class RelpFailure extends Error {
  readonly problem: ComponentProblem;
  constructor(problem: ComponentProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

export type LinkOptions = StreamOptions & { readonly window: number; readonly shown: string };

/** One answer per message, null for none, and why answers ended. */
export type Sent = { readonly answers: (string | null)[]; readonly error: unknown };

/** A RELP session with one receiver, opened by the first message and again after failures. */
export class RelpLink {
  private readonly options: LinkOptions;
  private socket: Socket | null = null;
  private txnr = 0;
  private readonly waiting = new Map<number, (answer: string) => void>();

  constructor(options: LinkOptions) {
    this.options = options;
  }

  /** Sends messages in order, within the window. Never rejects. */
  async send(messages: readonly Buffer[]): Promise<Sent> {
    const answers = messages.map((): string | null => null);
    try {
      const socket = this.socket ?? (await this.open());
      await during(socket, this.options, (done, progress) =>
        this.exchange(socket, messages, answers, done, progress),
      );
      return { answers, error: null };
    } catch (error) {
      this.forget();
      return { answers, error };
    }
  }

  async close(): Promise<void> {
    const { socket } = this;
    if (!socket) return;
    await during(socket, this.options, (done) => {
      const text = this.request('close', '', done);
      socket.write(text);
    }).catch(() => {});
    this.forget();
    await endStream(socket);
  }

  private exchange(
    socket: Socket,
    messages: readonly Buffer[],
    answers: (string | null)[],
    done: () => void,
    progress: () => void,
  ): void {
    let next = 0;
    let left = messages.length;
    const fill = () => {
      const parts: Buffer[] = [];
      while (next < messages.length && this.waiting.size < this.options.window) {
        const at = next++;
        const message = messages[at]!;
        const number = this.expect((answer) => {
          answers[at] = answer;
          progress();
          if (--left === 0) done();
          else if (this.waiting.size <= this.options.window / 2) fill();
        });
        const header = `${number} syslog ${message.length}`;
        parts.push(Buffer.from(message.length > 0 ? `${header} ` : header), message, NEWLINE);
      }
      if (parts.length > 0) socket.write(Buffer.concat(parts));
    };
    if (left === 0) done();
    else fill();
  }

  private async open(): Promise<Socket> {
    const { socket, opened } = openStream(this.options);
    this.socket = socket;
    this.txnr = 0;
    const fail = (problem: ComponentProblem) => socket.destroy(new RelpFailure(problem));
    const framing = new RelpFraming(MAX_ANSWER_BYTES, {
      frame: (frame) => this.take(frame, fail),
      broken: () => fail(notRelp(this.options.shown)),
    });
    socket.on('data', (bytes) => framing.push(bytes));
    socket.on('close', () => {
      if (this.socket === socket) this.forget();
    });
    await opened;
    let answer = '';
    await during(socket, this.options, (done) => {
      const text = this.request('open', formatOffers(RELP_VERSION), (said) => {
        answer = said;
        done();
      });
      socket.write(text);
    });
    if (!answer.startsWith('200') || !offersSyslog(readOffers(answer))) {
      socket.destroy();
      throw new RelpFailure(sessionRefused(this.options.shown, answer.split('\n', 1)[0] ?? ''));
    }
    return socket;
  }

  private request(command: string, data: string, answered: (answer: string) => void): string {
    return relpFrame(this.expect(answered), command, data);
  }

  private expect(answered: (answer: string) => void): number {
    this.txnr = this.txnr === MAX_TXNR ? 1 : this.txnr + 1;
    this.waiting.set(this.txnr, answered);
    return this.txnr;
  }

  private take({ txnr, command, data }: RelpFrame, fail: (problem: ComponentProblem) => void): void {
    const { shown } = this.options;
    const answered = command === 'rsp' ? this.waiting.get(txnr) : undefined;
    this.waiting.delete(txnr);
    if (answered) answered(data.toString());
    else fail(command === 'serverclose' ? sessionEnded(shown) : notRelp(shown));
  }

  private forget(): void {
    this.socket = null;
    this.waiting.clear();
  }
}
