import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { UnitReport } from './reports.ts';

/** Including environment and imports. */
function computeFileMs(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}

/**
 * Writes `readUnitReport`'s input to `PENSTOCK_UNIT_REPORT`, because vitest's reporters omit failed hooks and
 * errors between tests.
 */
export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly { message: string }[]): void {
    const report: UnitReport = {
      files: modules.map((module) => ({
        file: module.relativeModuleId,
        ms: Math.round(computeFileMs(module)),
        processorSeconds: module.meta().processorSeconds,
        // It failed to load, or a hook around several tests failed.
        hasErrorOutsideTests: [module, ...module.children.allSuites()].some((one) => one.errors().length > 0),
        tests: [...module.children.allTests()].map((test) => ({
          title: test.fullName,
          state: test.result().state,
          ms: Math.round(test.diagnostic()?.duration ?? 0),
        })),
      })),
      unhandledErrors: unhandledErrors.map(({ message }) => message),
    };
    const path = process.env.PENSTOCK_UNIT_REPORT;
    if (path !== undefined) writeFileSync(path, JSON.stringify(report));
  }
}
