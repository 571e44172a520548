import { config } from 'zod';

// The page is served with a policy that forbids code from strings, which zod would otherwise try for speed.
config({ jitless: true });
