import type { z } from 'zod';
import type { ChannelType } from '../../../contract/alerts/channels.ts';
import type { AlertMessage } from './message.ts';

/** What came of one try. `note` says what was not as asked for, although it was accepted. */
export type SendOutcome =
  | { isAccepted: true; note?: string }
  | {
      isAccepted: false;
      /** What happened and why. */
      problem: string;
      advice: string;
      canRetry: boolean;
      /** How long the receiver asks to wait, in milliseconds. */
      askedMs?: number;
    };

export type WriteInput = Pick<SendInput, 'id' | 'message'>;

export type SendInput = {
  /** Of the delivery: receivers can drop what they have by it. */
  id: string;
  message: AlertMessage;
  /** Unix milliseconds. */
  now: number;
  signal: AbortSignal;
};

/** What is sent: bodies of requests, one after another, or a mail. */
export type WrittenMessage = { subject: string; bodies: string[] };

/** A type of channel: what it asks for, where it leads, and how it sends. */
export type ChannelKind = {
  type: ChannelType;
  name: string;
  description: string;
  schema: z.ZodObject;
  /** Where a configuration leads, without secrets. */
  describeAddress(config: Record<string, unknown>): string;
  /** What `send` sends, without sending it. */
  write(config: Record<string, unknown>, input: WriteInput): WrittenMessage;
  send(config: Record<string, unknown>, input: SendInput): Promise<SendOutcome>;
};

type Typed<S extends z.ZodObject> = Omit<ChannelKind, 'schema' | 'describeAddress' | 'write' | 'send'> & {
  schema: S;
  describeAddress(config: z.output<S>): string;
  write(config: z.output<S>, input: WriteInput): WrittenMessage;
  send(config: z.output<S>, input: SendInput): Promise<SendOutcome>;
};

/** Configurations are checked by the schema before they are stored, so they have its type. */
export const defineChannel = <S extends z.ZodObject>(kind: Typed<S>): ChannelKind =>
  kind as unknown as ChannelKind;
