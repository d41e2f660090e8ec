import type { Site } from '../../contract/entities/site.ts';
import { callGuard } from '../commands/call-guard.ts';
import type { Route } from './route.ts';

export const findAccessRefusal = ({ reads }: Route, site: Site | undefined): string | undefined =>
  reads && callGuard.get()?.([reads], site);
