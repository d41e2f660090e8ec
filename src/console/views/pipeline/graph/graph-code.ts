import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';

const graph = createLazyCode(async () => ({
  default: (await import('../../../components/widgets/graph/graph.tsx')).Graph,
}));

export const Graph = graph.Component;

/** Loaded in parallel to the editor, which shows it. */
export const loadGraphCode = (): void => void graph.preload();
