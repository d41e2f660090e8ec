/** All that the service may use of the engine, besides the component catalogue. */
export { createIndexBuilder, type IndexBuilder } from './archive-search/index-builder.ts';
export { ArchiveSearchFailed, ArchiveSearchRefused } from './archive-search/problems.ts';
export {
  type ArchiveSearches,
  type ArchiveSearchOptions,
  createArchiveSearches,
} from './archive-search/searches.ts';
export type { SenderFigures, Senders } from './components/shared/inbound/sender-book.ts';
export { checkedLookup, checkLiteral, TargetRefused } from './components/shared/outbound/address-check.ts';
export { HttpClient } from './components/shared/outbound/http-client.ts';
export { type ConnectionTests, createConnectionTests } from './connection-test/tests.ts';
export { createEmbeddedEngine } from './embedded-engine.ts';
export { FileFault } from './files/csv-reader.ts';
export { firstLines, firstRows, inspectFile } from './files/inspect.ts';
export { createPreviews, type PreviewOptions, type Previews } from './preview/previews.ts';
export { makePrivateFolder } from './private-folder.ts';
export { QueryFailed, QueryRefused } from './query/problems.ts';
export { createQueries, type Queries, type QueryOptions } from './query/queries.ts';
export { FrameReader, toFrames } from './remote/frames.ts';
export {
  ENGINE_CLOSE,
  ENGINE_PATH,
  FINAL_HEADER,
  JOIN_HEADER,
  REASON_HEADER,
  VERSION_HEADER,
} from './remote/messages.ts';
export type { RemoteEngine, RemoteFacts, RemoteLine } from './remote/options.ts';
export { createRemoteEngine } from './remote/remote-engine.ts';
export { createSiteFolders, type SiteFolders } from './site-folder.ts';
export { expectedOf } from './start-order.ts';
export { steadyNow } from './steady-now.ts';
export type { EmbeddedEngineOptions } from './supervisor.ts';
export type * from './types/archive-search.ts';
export type * from './types/connection-test.ts';
export type * from './types/dead-letter.ts';
export type * from './types/engine.ts';
export * from './types/latency.ts';
export type * from './types/metrics.ts';
export type * from './types/plan.ts';
export * from './types/preview.ts';
export * from './types/problem.ts';
export type * from './types/query.ts';
export * from './types/replay.ts';
export type * from './types/report.ts';
export * from './types/tap.ts';
export { countWorkers } from './workers/count-workers.ts';
