import type { Site } from '../../contract/entities/site.ts';
import { callGuard } from '../commands/call-guard.ts';
import type { Route } from './route.ts';

/** Why the person has no use of a screen (R2.2-20, R2.2-21); undefined for one that is theirs. */
export const refusalOf = ({ reads }: Route, site: Site | undefined): string | undefined =>
  reads && callGuard.get()?.([reads], site);
