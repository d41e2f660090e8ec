import type { CallAccess, Method } from '../../contract/calls/define.ts';
import { CALL_IDS, type CallId, callDefinition } from '../../contract/calls/index.ts';
import { errorBodySchema } from '../../contract/errors.ts';
import { liveServerMessageSchema } from '../../contract/live.ts';
import type { Shape } from './shape.ts';
import { shapeOf } from './shape-of.ts';

/** What the console needs of a line of the table of calls. */
export type CallFacts = {
  method: Method;
  path: string;
  access: CallAccess;
  hasBody: boolean;
  response: Shape;
};

const factsOf = (id: CallId): CallFacts => {
  const { method, path, access, body, response } = callDefinition(id);
  return { method, path, access, hasBody: body !== undefined, response: shapeOf(response) };
};

/** Plain data alone: the build runs this module and ships what it exports (see `prebuilt.ts`). */
export const CALL_FACTS = Object.fromEntries(CALL_IDS.map((id) => [id, factsOf(id)])) as Record<
  CallId,
  CallFacts
>;

/** A message of the live channel. */
export const LIVE_MESSAGE: Shape = shapeOf(liveServerMessageSchema);

/** Body of an error answer; one that a proxy wrote may lack any field. */
export const ERROR_BODY: Shape = shapeOf(errorBodySchema.partial());
