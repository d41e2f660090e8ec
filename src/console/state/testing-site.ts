import type { Site } from '../../contract/entities/site.ts';

export const createTestSite = (id = '400000000000000001'): Site =>
  ({
    id,
    name: 'Local',
    description: '',
    status: 'ACTIVE',
    vendor: 'ON_PREMISE',
    managedByGit: false,
    needsApproval: false,
    git: null,
    version: '1',
    engine: 'embedded',
    engineState: 'running',
    supportsFullMenu: true,
    revision: 1,
    updatedAt: '2026-11-21T10:00:00Z',
  }) as Partial<Site> as Site;
