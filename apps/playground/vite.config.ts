import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Where a server started for development listens; `vite` passes the API and the live channel on to it. */
const DEVELOPMENT_SERVER = 'http://127.0.0.1:7070';

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@repltool/source', ...defaultClientConditions] },
  build: { target: 'es2023', chunkSizeWarningLimit: 4000 },
  server: {
    proxy: {
      '/api': DEVELOPMENT_SERVER,
      '/socket.io': { target: DEVELOPMENT_SERVER, ws: true },
    },
  },
});
