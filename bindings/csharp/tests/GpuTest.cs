// SPDX-License-Identifier: MIT
// The functions of libvrm_gpu as they are: a crowd on an OpenCL device has the bits of the CPU.
using System;
using System.Linq;
using System.Runtime.InteropServices;
using Vrm.Native;

static unsafe class GpuTest
{
    const int Count = 3;

    // Why there is nothing to test; null where there is a device.
    static string WhyNot()
    {
        int count = 0;
        try
        {
            Result result = Api.vrm_gpu_devices(null, 0, &count);
            if (result == Result.OK && count > 0) return null;
            return "no OpenCL device (Debian: pocl-opencl-icd)";
        }
        catch (DllNotFoundException) { return "libvrm_gpu was not built"; }
    }

    static float[] OnTheCpu(Vrm.Rig rig, float x)
    {
        using (Vrm.Sim sim = new Vrm.Sim())
        {
            Vrm.Avatar avatar = sim.Add(rig);
            avatar.SetRoot(new Transform { translation = new Vec3 { x = x }, rotation = new Quat { w = 1 },
                                           scale = new Vec3 { x = 1, y = 1, z = 1 } });
            for (int frame = 0; frame < 5; frame++) sim.Step(1.0f / 60.0f);
            return avatar.Worlds();
        }
    }

    static void Crowd(GpuSim* sim, Vrm.Rig rig, Action<bool, string> check)
    {
        Rig* pointer = (Rig*)rig.Pointer;
        AvatarId[] ids = new AvatarId[Count];
        int width = Api.vrm_gpu_output_width(pointer, GpuOutput.WORLDS);
        float[] roots = new float[Count * 10], worlds = new float[Count * width];
        for (int i = 0; i < Count; i++)
        {
            roots[i * 10] = i;
            roots[i * 10 + 6] = roots[i * 10 + 7] = roots[i * 10 + 8] = roots[i * 10 + 9] = 1;
        }
        fixed (AvatarId* id = ids)
        fixed (float* root = roots)
        fixed (float* world = worlds)
        {
            check(Api.vrm_gpu_sim_add(sim, pointer, Count, id) == Result.OK, "adding to a device");
            check(Api.vrm_gpu_input_width(pointer, GpuInput.ROOTS) == 10, "ten floats for each root");
            check(Api.vrm_gpu_sim_set(sim, GpuInput.ROOTS, id, Count, root) == Result.OK, "roots");
            check(Api.vrm_gpu_sim_step(sim, 1.0f / 60.0f, 5) == Result.OK, "stepping");
            check(Api.vrm_gpu_sim_read(sim, GpuOutput.WORLDS, id, Count, world) == Result.OK, "reading");
            for (int i = 0; i < Count; i++)
                check(worlds.Skip(i * width).Take(width).SequenceEqual(OnTheCpu(rig, i)), "avatar " + i + " has other bits");
            root[0] = float.NaN;
            check(Api.vrm_gpu_sim_set(sim, GpuInput.ROOTS, id, Count, root) == Result.ERR_ARGUMENT, "NaN");
            check(Marshal.PtrToStringAnsi((IntPtr)Api.vrm_gpu_sim_message(sim)).Length > 0, "a message");
            check(Api.vrm_gpu_sim_remove(sim, id, Count) == Result.OK && Api.vrm_gpu_sim_avatar_count(sim) == 0, "removed");
            check(!Api.vrm_gpu_avatar_is_valid(sim, ids[0]), "a stale id");
        }
    }

    public static void Run(string avatar, Action<bool, string> check)
    {
        string why = WhyNot();
        if (why != null)
        {
            Console.WriteLine("skipped: crowds on a device: " + why);
            return;
        }
        GpuSimDef def;
        GpuSim* sim;
        Api.vrm_gpu_sim_def_init(&def, (UIntPtr)sizeof(GpuSimDef));
        check(Api.vrm_gpu_sim_create(&def, &sim) == Result.OK, "a sim on a device");
        GpuDevice device = Api.vrm_gpu_sim_device(sim); // a large struct by value, with texts in it
        check(device.name[0] != 0 && device.compute_units > 0 && device.memory_bytes > 0, "the device");
        check(Api.vrm_gpu_sim_is_exact(sim), "exact");
        using (Vrm.Rig rig = new Vrm.Rig(Vrm.Model.Load(avatar))) Crowd(sim, rig, check);
        Api.vrm_gpu_sim_destroy(sim);
        byte[] nobody = System.Text.Encoding.UTF8.GetBytes("no device has this name\0");
        fixed (byte* name = nobody)
        {
            def.device = name;
            check(Api.vrm_gpu_sim_create(&def, &sim) == Result.ERR_UNSUPPORTED && sim == null, "no such device");
        }
    }
}
