import type {
  RequestedConnection,
  RequestedNode,
  RequestedPipeline,
} from '../../contract/entities/changeset.ts';

/** Under the id that it has, or will have once it is merged. `place` names it in the body. */
export type AskedConnection = { asked: RequestedConnection; isNew: boolean; place: string };
export type AskedPipeline = {
  asked: RequestedPipeline;
  isNew: boolean;
  /** Of its graph, and where the body has them. */
  nodes: readonly { node: RequestedNode; place: string }[];
};
export type RequestedSet = { connections: AskedConnection[]; pipelines: AskedPipeline[] };
