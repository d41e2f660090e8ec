import { CommandButton } from '../commands/CommandButton.tsx';
import * as css from './analytics.css.ts';

/** What a Collector site's figures include, and lack. */
const CollectorNote = () => (
  <p className={css.source}>
    <span>
      Counted by the agents, once a minute. How many events is exact; when they came between two reports is
      estimated. Bytes, latency and waiting events are not counted.
    </span>
    <CommandButton id="go.agents" label="Show the agents" />
  </p>
);

export default CollectorNote;
