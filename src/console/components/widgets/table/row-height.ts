import { TABLE_ROW_HEIGHT_PX } from '../../../../contract/limits.ts';
import type { Density } from './types.ts';

export const HEADER_HEIGHT_PX = 34;
const COMPACT_ROW_HEIGHT_PX = 32;

export const getRowHeight = (density: Density): number =>
  density === 'compact' ? COMPACT_ROW_HEIGHT_PX : TABLE_ROW_HEIGHT_PX;
