import type {
  RequestedConnection,
  RequestedNode,
  RequestedPipeline,
} from '../../contract/entities/changeset.ts';

/** With its current or future id. `place` names it in the body. */
export type AskedConnection = { asked: RequestedConnection; isNew: boolean; place: string };
export type AskedPipeline = {
  asked: RequestedPipeline;
  isNew: boolean;
  /** Nodes of its graph, with their place in the body. */
  nodes: readonly { node: RequestedNode; place: string }[];
};
export type RequestedSet = { connections: AskedConnection[]; pipelines: AskedPipeline[] };
