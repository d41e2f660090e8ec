import { analyticsSeriesCalls } from './analytics-series.ts';
import { lookupCalls, sinkCalls, sourceCalls, templateCalls } from './components.ts';
import { deploymentCalls } from './deployments.ts';
import { errorCalls } from './errors.ts';
import { healthCalls } from './health.ts';
import { onePipelineCalls } from './one-pipeline.ts';
import { pipelineStatusCalls } from './pipeline-statuses.ts';
import { savingPriceCalls } from './saving-price.ts';

/** Requested as screens open, so the console loads these first. */
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
