import type { z } from 'zod';
import type { ChannelType } from '../../../contract/alerts/channels.ts';
import type { AlertMessage } from './message.ts';

/** Result of one attempt. `note`: accepted, but not entirely as requested. */
export type SendOutcome =
  | { isAccepted: true; note?: string }
  | {
      isAccepted: false;
      problem: string;
      advice: string;
      canRetry: boolean;
      askedMs?: number;
    };

export type WriteInput = Pick<SendInput, 'id' | 'message'>;

export type SendInput = {
  /** Delivery id, by which receivers can drop repeats. */
  id: string;
  message: AlertMessage;
  now: number;
  signal: AbortSignal;
};

export type WrittenMessage = { subject: string; bodies: string[] };

export type ChannelKind = {
  type: ChannelType;
  name: string;
  description: string;
  schema: z.ZodObject;
  /** Destination without secrets. */
  describeAddress(config: Record<string, unknown>): string;
  write(config: Record<string, unknown>, input: WriteInput): WrittenMessage;
  send(config: Record<string, unknown>, input: SendInput): Promise<SendOutcome>;
};

type Typed<S extends z.ZodObject> = Omit<ChannelKind, 'schema' | 'describeAddress' | 'write' | 'send'> & {
  schema: S;
  describeAddress(config: z.output<S>): string;
  write(config: z.output<S>, input: WriteInput): WrittenMessage;
  send(config: z.output<S>, input: SendInput): Promise<SendOutcome>;
};

/** Configurations are checked by the schema before storing, so the cast is safe. */
export const defineChannel = <S extends z.ZodObject>(kind: Typed<S>): ChannelKind =>
  kind as unknown as ChannelKind;
