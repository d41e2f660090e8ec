import type { CallId, CallResponse, ReadBody, ReadPath, ReadQuery } from '../../contract/calls/index.ts';
import type { FoundChange } from '../audit/watch.ts';
import type { Principal } from '../auth/permissions.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { Download } from './download.ts';
import type { Upload } from './multipart.ts';

export type CallContext<K extends CallId> = {
  path: ReadPath<K>;
  query: ReadQuery<K>;
  body: ReadBody<K>;
  principal: Principal;
  /** The transaction of a write, or the store for reads. */
  tx: Repositories;
  services: Services;
  now: number;
  ifMatch: number | '*';
  /** Not called when the write fails. */
  afterCommit(work: () => void): void;
  /** Audits a call that stores nothing. */
  note(change: FoundChange): Promise<void>;
  setEtag(version: number): void;
  request: Request;
  address: string | undefined;
  setCookie(cookie: string): void;
  upload?: Upload | undefined;
  sendFile(file: Download): void;
};

export type Handler<K extends CallId> = (context: CallContext<K>) => Promise<CallResponse<K>>;

/** A missing or superfluous handler is a type error. */
export type Handlers = { [K in CallId]: Handler<K> };

/**
 * Slow checks before the transaction of a write, where they would block other writers. They refuse by
 * throwing.
 */
export type Checks = {
  [K in CallId]?: (
    context: Omit<CallContext<K>, 'afterCommit' | 'note' | 'setEtag' | 'setCookie' | 'sendFile'>,
  ) => Promise<void>;
};
