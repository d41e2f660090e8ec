import { analyticsSeriesCalls } from './analytics-series.ts';
import { lookupCalls, sinkCalls, sourceCalls, templateCalls } from './components.ts';
import { deploymentCalls } from './deployments.ts';
import { errorCalls } from './errors.ts';
import { healthCalls } from './health.ts';
import { onePipelineCalls } from './one-pipeline.ts';
import { pipelineStatusCalls } from './pipeline-statuses.ts';
import { savingPriceCalls } from './saving-price.ts';

/** What screens ask as they open. The console loads these before all others. */
export const screenCalls = {
  ...analyticsSeriesCalls,
  ...onePipelineCalls,
  ...deploymentCalls,
  ...pipelineStatusCalls,
  ...templateCalls,
  ...sourceCalls,
  ...sinkCalls,
  ...lookupCalls,
  ...errorCalls,
  ...healthCalls,
  ...savingPriceCalls,
};
