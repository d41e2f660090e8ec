import { createRoot } from 'react-dom/client';

/**
 * React's setup is a large part of the first load; the build keeps this module in React's chunk
 * (`vite.config.ts`), out of the console's own task.
 */
export { createRoot };
