import type { CallId, CallResponse, ReadBody, ReadPath, ReadQuery } from '../../contract/calls/index.ts';
import type { Principal } from '../auth/permissions.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';

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
};

export type Handler<K extends CallId> = (context: CallContext<K>) => Promise<CallResponse<K>>;

/** One handler for each call of the table: a missing or superfluous one is a type error. */
export type Handlers = { [K in CallId]: Handler<K> };
