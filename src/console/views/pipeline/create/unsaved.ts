import { counted } from '../../../../contract/values.ts';
import { formatDateTime } from '../../../lib/format.ts';
import type { UnsavedPipeline } from '../editor/draft-store.ts';

/** Placeholder for an empty query string. */
export const PLAIN = 'plain';

export const describeUnsaved = ({ nodeCount, at }: UnsavedPipeline): string =>
  `${counted(nodeCount, 'node')}, ${formatDateTime(at)}`;
