import type { Feeder } from '../../shared/feeder.ts';
import { AnswerQueue } from '../../shared/inbound/answer-queue.ts';
import type { Sender } from '../../shared/inbound/peer.ts';
import type { StreamPeer, StreamReader } from '../../shared/inbound/stream-server.ts';
import {
  formatOffers,
  offersSyslog,
  RELP_VERSION,
  type RelpFrame,
  RelpFraming,
  readOffers,
  relpFrame,
} from '../../shared/relp/framing.ts';
import type { ComponentProblem, DeliverOutcome, SourceContext } from '../../types.ts';
import type { SyslogEvents } from '../syslog/events.ts';

const notRelp: ComponentProblem = {
  errorName: 'RelpFrameBroken',
  message: 'What a sender sent is not RELP; the connection was closed, and messages before were taken',
  causes: [
    'The sender writes plain syslog, for which there is the source Syslog',
    'The sender uses TLS and the source does not, or the other way round',
  ],
  resolutions: ['Configure the sender to use RELP (omrelp in rsyslog)', 'Compare the TLS settings of both'],
  level: 'WARN',
};

const sessionRefused: ComponentProblem = {
  errorName: 'RelpSessionRefused',
  message: 'A sender did not open its session as RELP requires it; the connection was closed',
  causes: [
    'The sender does not offer the command syslog',
    'The sender began with something other than open, or with something far too long',
  ],
  resolutions: ['Update the sender', 'Configure it to send syslog messages'],
  level: 'WARN',
};

/** Reading pauses at this number; senders wait much sooner: rsyslog after 128. */
const MOST_UNANSWERED = 2000;
const MOST_OFFERED_BYTES = 4096;

const OK = '200 OK';
const GOODBYE = relpFrame(0, 'serverclose');
const NOTHING_ADDED: Promise<DeliverOutcome> = Promise.resolve('accepted');

type Session = {
  readonly events: SyslogEvents;
  readonly feeder: Feeder;
  readonly context: SourceContext;
  readonly sender: Sender;
  readonly peer: StreamPeer;
};

/**
 * One RELP session. A message is answered once safe; if pipelines reject it, the session is closed and the
 * sender repeats what was not answered.
 */
export class RelpSession implements StreamReader {
  private readonly session: Session;
  private readonly framing: RelpFraming;
  private readonly answers: AnswerQueue<string>;
  private readonly maxBytes: number;
  private isOpen = false;
  private isClosing = false;
  hasTaken = false;

  constructor(session: Session) {
    this.session = session;
    const { events, context, peer } = session;
    this.maxBytes = events.config.maxMessageBytes;
    this.framing = new RelpFraming(Math.max(this.maxBytes, MOST_OFFERED_BYTES), {
      frame: (frame) => this.obey(frame),
      broken: (example) => {
        context.report(notRelp, example);
        peer.close();
      },
    });
    this.answers = new AnswerQueue(
      (answers) => this.answer(answers),
      () => this.leave(),
    );
  }

  take(bytes: Buffer): void {
    this.framing.push(bytes);
  }

  /** Unfinished input was not answered: the sender resends it. */
  end(): void {
    this.framing.stop();
  }

  stop(): void {
    this.leave();
  }

  get heldBytes(): number {
    return this.framing.heldBytes + this.answers.heldBytes;
  }

  get isBlocked(): boolean {
    return this.isClosing || this.answers.count >= MOST_UNANSWERED;
  }

  private obey(frame: RelpFrame): void {
    const { txnr, command } = frame;
    if (command === 'open') this.open(frame);
    else if (!this.isOpen) this.refuse(txnr, `500 ${command} before open`);
    else if (command === 'syslog') this.takeMessage(frame);
    else if (command === 'close') this.close(txnr);
    else this.answers.add(NOTHING_ADDED, relpFrame(txnr, 'rsp', '500 unknown command'));
  }

  private open({ txnr, data, length }: RelpFrame): void {
    if (this.isOpen) {
      this.refuse(txnr, '500 the session is open');
      return;
    }
    const offers = readOffers(data.toString('latin1'));
    if (length > MOST_OFFERED_BYTES || !offersSyslog(offers)) {
      this.refuse(txnr, '500 the command syslog is needed');
      return;
    }
    this.isOpen = true;
    const version = Math.min(Number(offers.get('relp_version')) || 0, RELP_VERSION);
    this.session.peer.send(relpFrame(txnr, 'rsp', `${OK}\n${formatOffers(version)}`));
  }

  private takeMessage({ txnr, data, length, rawBytes }: RelpFrame): void {
    const { events, feeder, sender, context } = this.session;
    const outcome = feeder.outcome();
    const isLong = length > this.maxBytes;
    const isAdded = isLong
      ? events.takeLong(data.subarray(0, this.maxBytes), length, rawBytes, sender)
      : events.take(data, 0, length, rawBytes, sender);
    this.hasTaken = true;
    if (isAdded) context.senders?.took(sender.address, 1);
    this.answers.add(isAdded ? outcome : NOTHING_ADDED, relpFrame(txnr, 'rsp', OK));
  }

  private close(txnr: number): void {
    this.framing.stop();
    this.isClosing = true;
    this.answers.add(NOTHING_ADDED, relpFrame(txnr, 'rsp') + GOODBYE);
  }

  private answer(answers: string[]): void {
    const { peer } = this.session;
    peer.send(answers.join(''));
    if (this.isClosing && this.answers.count === 0) peer.end();
  }

  private refuse(txnr: number, reason: string): void {
    const { context, peer } = this.session;
    this.framing.stop();
    context.report(sessionRefused, reason);
    peer.send(relpFrame(txnr, 'rsp', reason));
    this.leave();
  }

  private leave(): void {
    const { peer } = this.session;
    this.framing.stop();
    this.isClosing = true;
    this.answers.clear();
    peer.send(GOODBYE);
    peer.end();
  }
}
