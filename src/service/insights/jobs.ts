import type { Suggestion } from '../../contract/calls/suggestions.ts';
import type { DataInsights } from '../../contract/entities/insights.ts';
import { STEP_TRIALS, type StepTrial } from '../../engine/components/catalogue.ts';
import type { Job } from '../apart/pool.ts';
import type { ToAnalyse } from './analyse.ts';

export const ANALYSE: Job<ToAnalyse, DataInsights> = {
  module: new URL('./analyse.ts', import.meta.url),
  name: 'analyseCapture',
  limitMs: 30_000,
};

export const TRY: Job<StepTrial, Suggestion[]> = { ...STEP_TRIALS, limitMs: 5000 };
