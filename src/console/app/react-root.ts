import { createRoot } from 'react-dom/client';

/**
 * React as the console is drawn by it. The build keeps this module beside React (`vite.config.ts`): there, and not
 * within the task that runs the console, React sets itself up, which is a good part of all that a first load runs.
 */
export { createRoot };
