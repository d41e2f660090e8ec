import type { EnginePort } from '../port.ts';
import type { Previews } from '../preview/previews.ts';

/** A connection of an engine, as the port needs it. */
export type RemoteLine = { send(frame: Buffer): void; close(code: number, reason: string): void };

/** What an engine says of itself. */
export type RemoteFacts = { version: string; host: string; platform: string };

export type RemoteEngineOptions = {
  siteId: string;
  siteName: () => Promise<string>;
  signIn: () => Promise<string>;
  isJoined: () => boolean;
  now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  steady: () => number;
  previews: Previews;
  log: (line: string) => void;
  /** Pipelines and archives of the site: an engine tells of no others. */
  ownPipelines: () => Promise<ReadonlySet<string>>;
  /** What may run on the site. */
  runnable: () => Promise<string[]>;
  /** Resolves once what was reported is stored for good, with the number of the last errors stored. */
  stored: () => Promise<number>;
  /** Told what the engine says of itself, once for each connection, when it takes orders. */
  onConnected: (facts: RemoteFacts) => Promise<void>;
};

/** The port to an engine on another machine, which connects to this service. It outlives its connections. */
export type RemoteEngine = EnginePort & {
  /** A new connection: it takes the place of the one before. Answers what to do with it. */
  attach(line: RemoteLine): { receive(frame: Buffer): Promise<void>; closed(): void };
  /** Ends the connection for that reason. */
  detach(code: number, reason: string): void;
  /** Since when it is not connected (by the clock that nobody sets), and whether it ever was since this was made. */
  readonly awaySince: number;
  readonly wasHere: boolean;
};
