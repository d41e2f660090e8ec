import { expect, test } from 'vitest';
import type { DataProcessed, SiteComponent } from '../../../contract/entities/analytics.ts';
import { sumVolumes } from './use-connections.ts';

const component = (
  componentId: string,
  nodeType: SiteComponent['nodeType'],
  totalInputDataBytes: string,
  totalOutputDataBytes: string,
) =>
  ({
    componentId,
    nodeType,
    dataProcessed: { totalInputDataBytes, totalOutputDataBytes } as DataProcessed,
  }) as SiteComponent;

const COMPONENTS = [
  component('shared', 'SOURCE', '900', '900'),
  component('shared', 'SOURCE', '700', '700'),
  component('archive', 'SINK', '500', '480'),
  component('archive', 'SINK', '60', '50'),
  component('parse', 'TRANSFORM', '900', '1100'),
];

test('a source that feeds two pipelines gave its bytes out once [R2.3-02]', () => {
  expect([...sumVolumes(COMPONENTS, 'source')]).toEqual([['shared', 900]]);
});

test('a destination took what every pipeline sent it [R2.3-03]', () => {
  expect([...sumVolumes(COMPONENTS, 'destination')]).toEqual([['archive', 560]]);
});
