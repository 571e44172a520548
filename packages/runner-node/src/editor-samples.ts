/** What an editor shows to somebody new. */
export const JAVASCRIPT_SAMPLE = `const temperatures = [19.5, 21, 23.5, 22];
console.log(\`\${temperatures.length} readings\`);
temperatures.reduce((sum, each) => sum + each, 0) / temperatures.length
`;

export const TYPESCRIPT_SAMPLE = `interface Reading {
  place: string;
  celsius: number;
}

const readings: Reading[] = [
  { place: 'roof', celsius: 23.5 },
  { place: 'cellar', celsius: 14 },
];
readings.sort((a, b) => a.celsius - b.celsius)
`;
