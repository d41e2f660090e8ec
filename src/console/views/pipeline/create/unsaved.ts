import { formatDateTime } from '../../../widgets/format.ts';
import type { UnsavedPipeline } from '../draft-store.ts';

/** Stands for the query of an address that has none. */
export const PLAIN = 'plain';

/** What tells one unsaved pipeline from another beside its name. */
export const unsavedDetail = ({ nodeCount, at }: UnsavedPipeline): string =>
  `${nodeCount} ${nodeCount === 1 ? 'node' : 'nodes'}, ${formatDateTime(at)}`;
