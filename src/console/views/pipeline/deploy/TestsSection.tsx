import { counted } from '../../../../contract/values.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import * as css from './deploy-summary.css.ts';
import type { DeployTests } from './use-deploy-tests.ts';

function describeTests({ isRunning, results, why }: DeployTests) {
  if (isRunning) return { shape: 'pending', tone: 'info', text: 'The pinned tests are running …' } as const;
  if (why !== undefined)
    return { shape: 'triangle', tone: 'warn', text: `The tests could not run: ${why}` } as const;
  const failed = results.filter(({ passed }) => !passed);
  if (failed.length === 0) {
    const text = results.length === 1 ? 'The test passes' : `All ${results.length} tests pass`;
    return { shape: 'check', tone: 'ok', text } as const;
  }
  const names = failed.map(({ name }) => `'${name}'`).join(', ');
  const text = `${failed.length} of ${counted(results.length, 'test')} failed: ${names}`;
  return { shape: 'octagon', tone: 'err', text } as const;
}

/** Nothing without pinned tests. */
export function TestsSection({ tests, isOnScreen }: { tests: DeployTests; isOnScreen: boolean }) {
  const { isRunning, results, why } = tests;
  if (!isRunning && results.length === 0 && why === undefined) return null;
  const { text, ...shape } = describeTests(tests);
  const failed = results.find(({ passed }) => !passed);
  return (
    <section aria-label="Tests">
      <h2 className={css.heading}>Tests</h2>
      <p className={css.valid} role="status">
        <StatusShape {...shape} />
        {text}
      </p>
      {failed && isOnScreen && (
        <CommandButton
          id="preview.openTest"
          args={{ sample: failed.sampleId, name: failed.name }}
          size="small"
          hideIcon
          hideKeys
          label="Open the failing test"
        />
      )}
    </section>
  );
}
