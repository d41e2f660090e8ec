import { insightCalls } from './insights.ts';
import { previewCalls } from './preview.ts';

/** What a pipeline's Data insights, its captures and its preview ask. The console loads these apart from all others. */
export const capturedCalls = { ...previewCalls, ...insightCalls };
