import type { FeatureSetting } from '../../../contract/entities/feature.ts';

export type FeaturesScope = { settings: readonly FeatureSetting[] };

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    features: FeaturesScope;
  }
}
