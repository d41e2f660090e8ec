import type { Recommendation } from '../../../contract/entities/recommendations.ts';

/** `id` is of its pipeline, node and finding. */
export type RecommendationRow = Recommendation & { id: string };

export type RecommendationsScope = {
  rows: readonly RecommendationRow[];
  cursor: RecommendationRow | undefined;
  /** Why no events can be analyzed now, or true. */
  mayLook: true | string;
  look: () => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'recommendations.list': RecommendationsScope;
  }
}
