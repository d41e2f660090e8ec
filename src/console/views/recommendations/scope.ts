import type { Recommendation } from '../../../contract/entities/recommendations.ts';

/** `id` consists of pipeline, node and finding. */
export type RecommendationRow = Recommendation & { id: string };

export type RecommendationsScope = {
  rows: readonly RecommendationRow[];
  cursor: RecommendationRow | undefined;
  /** True, or why no events can be analyzed now. */
  mayLook: true | string;
  look: () => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'recommendations.list': RecommendationsScope;
  }
}
