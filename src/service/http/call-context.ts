import type { CallId, CallResponse, ReadBody, ReadPath, ReadQuery } from '../../contract/calls/index.ts';
import type { Principal } from '../auth/permissions.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { Download } from './download.ts';
import type { Upload } from './multipart.ts';

/** What a handler is given once the request passed every check. */
export type CallContext<K extends CallId> = {
  path: ReadPath<K>;
  query: ReadQuery<K>;
  body: ReadBody<K>;
  principal: Principal;
  /** Of the write's transaction, or of the store for reads. */
  tx: Repositories;
  services: Services;
  /** Unix milliseconds at which the request is handled. */
  now: number;
  /** Set for calls that need `If-Match`. */
  ifMatch: number | '*';
  /** Runs once the write is stored; not at all when it fails. */
  afterCommit(work: () => void): void;
  setEtag(version: number): void;
  /** As it came, for what no schema reads: who asks, from where. */
  request: Request;
  /** A `Set-Cookie` header of the answer. */
  setCookie(cookie: string): void;
  /** The file of an upload. */
  upload?: Upload | undefined;
  /** Answers with this file in place of what the handler returns. */
  sendFile(file: Download): void;
};

export type Handler<K extends CallId> = (context: CallContext<K>) => Promise<CallResponse<K>>;

/** One handler for each call of the table: a missing or superfluous one is a type error. */
export type Handlers = { [K in CallId]: Handler<K> };

/**
 * What is asked before the transaction of a write begins, because it takes its time and other writers would
 * wait. It refuses by throwing.
 */
export type Checks = {
  [K in CallId]?: (
    context: Omit<CallContext<K>, 'afterCommit' | 'setEtag' | 'setCookie' | 'sendFile'>,
  ) => Promise<void>;
};
