import type { QueryClient } from '@tanstack/react-query';
import type { CallId } from '../../contract/calls/index.ts';
import type { ResourceType } from '../../contract/enums.ts';
import { onWritten } from './call-api.ts';
import { knownCall } from './call-table.ts';

/** Reads that show more than the resource they are guarded by. */
const ALSO_SHOWS: Partial<Record<CallId, readonly ResourceType[]>> = {
  listNodeNames: ['SOURCES', 'SINKS'],
  listNodePipelineIds: ['SOURCES', 'SINKS'],
  getGraph: ['SOURCES', 'SINKS'],
  listSources: ['PIPELINES'],
  listSinks: ['PIPELINES'],
};

const resourceOf = (id: CallId): ResourceType | undefined => {
  // What was never asked shows nothing yet.
  const access = knownCall(id)?.access;
  return access?.kind === 'resource' ? access.resource : undefined;
};

const isAdmins = (id: CallId): boolean => knownCall(id)?.access.kind === 'admin';

/** True when what a read shows may have changed with a resource. */
export const readShows = (id: CallId, resource: ResourceType): boolean =>
  resourceOf(id) === resource || (ALSO_SHOWS[id]?.includes(resource) ?? false);

/** Fetches again what is on screen of a resource, and marks the rest as old. */
export const invalidateResource = (client: QueryClient, resource: ResourceType): Promise<void> =>
  client.invalidateQueries({ predicate: (query) => readShows(query.queryKey[0] as CallId, resource) });

/** Keeps the caches true after every write. Returns the way to stop. */
export const invalidateAfterWrites = (client: QueryClient): (() => void) =>
  onWritten((id) => {
    const resource = resourceOf(id);
    if (resource) void invalidateResource(client, resource);
    // Roles, users and keys name each other.
    if (isAdmins(id)) {
      void client.invalidateQueries({ predicate: (query) => isAdmins(query.queryKey[0] as CallId) });
    }
  });
