import type { QueryClient } from '@tanstack/react-query';
import type { CallId } from '../../contract/calls/index.ts';
import type { ResourceType } from '../../contract/enums.ts';
import { addWriteListener } from './call-api.ts';
import { findLoadedCall } from './call-table.ts';

/** Reads that show more resource types than their guard names. */
const ALSO_SHOWS: Partial<Record<CallId, readonly ResourceType[]>> = {
  listNodeNames: ['SOURCES', 'SINKS'],
  listNodePipelineIds: ['SOURCES', 'SINKS'],
  getGraph: ['SOURCES', 'SINKS'],
  listSources: ['PIPELINES'],
  listSinks: ['PIPELINES'],
};

/** Administrators' writes that change a resource. */
const ALSO_CHANGES: Partial<Record<CallId, ResourceType>> = {
  createJoinToken: 'SITES',
  disconnectEngine: 'SITES',
  createAlertChannel: 'PIPELINES',
  updateAlertChannel: 'PIPELINES',
  deleteAlertChannel: 'PIPELINES',
};

const findResource = (id: CallId): ResourceType | undefined => {
  // A call that is not loaded has no cached data.
  const access = findLoadedCall(id)?.access;
  return access?.kind === 'resource' ? access.resource : undefined;
};

const isAdmins = (id: CallId): boolean => findLoadedCall(id)?.access.kind === 'admin';

/** Whether a change of the resource can make the read stale. */
export const readShows = (id: CallId, resource: ResourceType): boolean =>
  findResource(id) === resource || (ALSO_SHOWS[id]?.includes(resource) ?? false);

export const invalidateResource = (client: QueryClient, resource: ResourceType): Promise<void> =>
  client.invalidateQueries({ predicate: (query) => readShows(query.queryKey[0] as CallId, resource) });

export const invalidateAfterWrites = (client: QueryClient): (() => void) =>
  addWriteListener((id) => {
    const resource = ALSO_CHANGES[id] ?? findResource(id);
    if (resource) void invalidateResource(client, resource);
    // Roles, users and keys refer to each other.
    if (isAdmins(id)) {
      void client.invalidateQueries({ predicate: (query) => isAdmins(query.queryKey[0] as CallId) });
    }
  });
