// SPDX-License-Identifier: MIT
// For vite's development server; see README.md.
export * from '../stage.js';
